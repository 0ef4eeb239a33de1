import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { ensureTemplate } from "#platform";
import { openCli, openPaths, runCli } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-permissions-"));
chmodSync(root, 0o755);
const cli = openCli();
afterAll(async () => {
  await cli[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});
const brief = fileURLToPath(new URL("../../../examples/popup.md", import.meta.url));

const as = (umask: string) => ["sh", "-c", `umask ${umask} && exec "$@"`, "sh"];

describe.runIf(process.platform !== "win32")("the content of a data folder", () => {
  it("is private for any umask and folder mode, unlike files that are written elsewhere for the user", async () => {
    const [data, out] = [join(root, "wide"), join(root, "out")];
    mkdirSync(data);
    chmodSync(data, 0o777);
    const within = as("000");
    const env = { DIALECTIC_HOME: data };
    const args = ["run", brief, "--process", "brief", "--models", "rehearsal/atlas", "--json"];
    const { code, stderr } = await runCli(args, { env, within });
    expect(code, stderr).toBe(0);
    expect(openPaths(data)).toEqual([]); // checked here, because the next command would repair permissions that are too wide
    await runCli(["models", "key", "set", "openai"], { env, within, input: "sk-1234567890\n" });
    const [project] = JSON.parse((await cli.run(["project", "list", "--json"], { env })).stdout).items;
    const exported = await runCli(["export", project.slug, "--out", join(root, "plan.zip")], { env, within });
    expect(exported.code, exported.stderr).toBe(0);
    expect(openPaths(data)).toEqual([]);
    expect(readdirSync(data)).toEqual(expect.arrayContaining(["database", "master-key", "projects"]));
    expect(stderr).toMatch(/was open to other users \(mode 777\).+ is private now/);
    // Files that are written elsewhere at the user's request follow the user's umask.
    expect(statSync(join(root, "plan.zip")).mode & 0o777).toBe(0o666);
    const [session] = JSON.parse((await cli.run(["session", "list", "--json"], { env })).stdout).items;
    expect((await runCli(["session", "resume", session.id, "--out", out], { env, within: as("022") })).code).toBe(0);
    expect(statSync(out).mode & 0o777).toBe(0o755);
    expect(statSync(join(out, "project_readme.md")).mode & 0o777).toBe(0o644);
  });

  it("is made private again after its permissions were widened", async () => {
    const data = join(root, "opened");
    await cli.run(["project", "create", "-", "--data", data], { input: "Hedge." });
    const widen = (path: string): void => {
      const isFolder = lstatSync(path).isDirectory();
      chmodSync(path, isFolder ? 0o755 : 0o644);
      if (isFolder) for (const name of readdirSync(path)) widen(join(path, name));
    };
    widen(data);
    const { code, stderr } = await cli.run(["project", "list", "--data", data]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/was open to other users \(mode 755\)/)]);
    expect(openPaths(data)).toEqual([]);
    expect((await cli.run(["project", "list", "--data", data])).stderr).toBe("");
  });

  it.runIf(process.getuid?.() === 0)("is refused if it belongs to another user (this test needs root)", async () => {
    const data = join(root, "foreign");
    await cli.run(["project", "create", "-", "--data", data], { input: "Hedge." });
    for (const path of [join(data, "identity.json"), data]) {
      chownSync(path, 12_345, 12_345);
      const { code, stderr } = await cli.run(["project", "list", "--data", data]);
      expect([code, stderr]).toEqual([11, expect.stringContaining(`${path} belongs to another user (uid 12345`)]);
    }
  });

  it("is refused if any part of it is a symbolic link", async () => {
    const data = join(root, "linked");
    await cli.run(["project", "create", "-", "--data", data], { input: "Hedge." });
    mkdirSync(join(root, "elsewhere"));
    rmSync(join(data, "projects"), { recursive: true, force: true });
    symlinkSync(join(root, "elsewhere"), join(data, "projects"));
    const { code, stderr } = await cli.run(["project", "list", "--data", data]);
    expect([code, stderr]).toEqual([11, expect.stringMatching(/projects is a symbolic link/)]);
  });

  it("is copied from a template that only its owner can read and write; the caches are private too", async () => {
    await ensureTemplate();
    const cache = fileURLToPath(new URL("../../../.cache", import.meta.url));
    const newest = readdirSync(cache)
      .filter((name) => name.startsWith("pglite-") && !name.includes(".new-"))
      .map((name) => join(cache, name))
      .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
    if (!newest) throw new Error("There is no template.");
    expect(openPaths(newest)).toEqual([]);
    chmodSync(newest, 0o755);
    await ensureTemplate();
    expect(openPaths(newest)).toEqual([]);
    expect(statSync(join(cache, "node")).mode & 0o077).toBe(0); // the cache of the program started above
  });
});
