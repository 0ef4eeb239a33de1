import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  lockFolder,
  makePrivateFolder,
  openBlobs,
  prepareFolder,
  readConfig,
  readIdentity,
  settleIdentity,
  sha256,
  userFolder,
  writePrivateFile,
} from "#platform";
import { openPaths, openUmask } from "#test";

function folder(): string {
  const dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-modes-"));
  onTestFinished(() => dir.remove());
  return dir.path;
}

describe.runIf(process.platform !== "win32")("what the program creates in a process with an open umask", () => {
  it("is private: a data folder, its identity, the record that it is trusted, and its lock", () => {
    const dir = folder();
    vi.stubEnv("DIALECTIC_USER_DIR", join(dir, "user"));
    using _ = openUmask();
    const data = join(dir, "data");
    prepareFolder(data);
    const taken = lockFolder(data);
    if (!taken.ok) throw new Error("The folder is free.");
    taken.lock.announce("http://127.0.0.1:1/");
    expect([data, userFolder()].flatMap(openPaths)).toEqual([]);
    expect(existsSync(join(userFolder(), "folders", `${readIdentity(data)?.id}.json`))).toBe(true);
    taken.lock.release();
  });

  it("is private: the identity that a folder gets", () => {
    const dir = folder();
    using _ = openUmask();
    settleIdentity(dir);
    expect(openPaths(dir)).toEqual([]);
  });

  it("is private: small files and blobs, with their folders", async () => {
    const dir = folder();
    using _ = openUmask();
    writePrivateFile(join(dir, "small.json"), "{}");
    writeFileSync(join(dir, "export.zip"), "A hedge.", { mode: 0o600 });
    const blobs = openBlobs(readConfig({ DIALECTIC_BLOBS: join(dir, "blobs") }));
    await blobs.put({ file: join(dir, "export.zip"), sha256: sha256("A hedge."), bytes: 8 });
    expect(openPaths(dir)).toEqual([]);
  });

  it("is private after keepPrivate(), even if no mode is given; programs that it starts for the user keep the user's umask", () => {
    const dir = folder();
    const program = `
      import { execFileSync } from "node:child_process";
      import { mkdirSync, writeFileSync } from "node:fs";
      import { keepPrivate, withGivenUmask } from ${JSON.stringify(new URL("./modes.ts", import.meta.url).href)};
      keepPrivate();
      writeFileSync("own", "");
      mkdirSync("folder");
      withGivenUmask(() => execFileSync("touch", ["users"]));
      writeFileSync("folder/after", "");`;
    const node = [process.execPath, "--input-type=module-typescript", "--no-warnings", "-e", program];
    execFileSync("sh", ["-c", 'umask 000 && exec "$@"', "sh", ...node], { cwd: dir });
    expect(openPaths(dir)).toEqual([`666 ${join(dir, "users")}`]);
  });

  it("is private, and an existing folder with open permissions becomes private", () => {
    const dir = folder();
    mkdirSync(join(dir, "spool"));
    chmodSync(join(dir, "spool"), 0o777);
    makePrivateFolder(join(dir, "spool"));
    expect(openPaths(dir)).toEqual([]);
  });
});
