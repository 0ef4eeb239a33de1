import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderHolder, lockFolder } from "#platform";

const folder = () => mkdtempSync(join(tmpdir(), "dialectic-lock-"));
const source = JSON.stringify(new URL("./folder-lock.ts", import.meta.url).href);

/** Takes the lock of the folder, prints whether it succeeded, and stays until it is told to end. */
const holding = (dir: string) => `
  import { lockFolder } from ${source};
  const got = lockFolder(${JSON.stringify(dir)});
  process.stdout.write(got.ok ? "mine\\n" : "theirs\\n");
  process.stdin.once("data", () => process.exit());`;

const start = (program: string, [command = process.execPath, ...before]: string[] = []) =>
  spawn(command, [...before, "--input-type=module-typescript", "--no-warnings", "-e", program]);
const firstWord = async (child: ReturnType<typeof start>) => String((await once(child.stdout, "data"))[0]).trim();

it("lockFolder gives the lock to one process, and tells a second process who holds it and at which address", () => {
  const dir = folder();
  const first = lockFolder(dir);
  if (!first.ok) throw new Error("the folder is free");
  first.lock.announce("http://127.0.0.1:1/");
  const holder = { pid: process.pid, address: "http://127.0.0.1:1/", opening: false };
  expect(lockFolder(dir)).toMatchObject({ ok: false, holder });
  expect(folderHolder(dir)).toMatchObject(holder);
  for (const name of readdirSync(dir)) expect([name, statSync(join(dir, name)).mode & 0o777]).toEqual([name, 0o600]);
  expect(readdirSync(dir).sort()).toEqual(["folder.lock", "lock.json"]);
  first.lock.release();
  expect(folderHolder(dir)).toBeNull();
  const again = lockFolder(dir);
  expect(again.ok).toBe(true);
  if (again.ok) again.lock.release();
});

it("folderHolder ignores a lock.json if no process holds the lock", () => {
  const dir = folder();
  const content = { token: "x", pid: process.pid, host: "h", address: "http://127.0.0.1:1/", opening: false };
  for (const left of [JSON.stringify(content), '{"pid": 12', ""]) {
    writeFileSync(join(dir, "lock.json"), left);
    expect(folderHolder(dir)).toBeNull();
    const taken = lockFolder(dir);
    expect(taken.ok).toBe(true);
    if (taken.ok) taken.lock.release();
  }
});

it("the folder's lock is released at once when its holder is killed", async () => {
  const dir = folder();
  const holder = start(holding(dir));
  expect(await firstWord(holder)).toBe("mine");
  expect(lockFolder(dir)).toMatchObject({ ok: false, holder: { pid: holder.pid } });
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(folderHolder(dir)).toBeNull();
  const taken = lockFolder(dir);
  expect(taken.ok).toBe(true);
  if (taken.ok) taken.lock.release();
});

it("the folder's lock detects that its file was removed, and its release then leaves lock.json in place", () => {
  const dir = folder();
  const first = lockFolder(dir);
  if (!first.ok) throw new Error("the folder is free");
  expect(first.lock.isOurs()).toBe(true);
  copyFileSync(join(dir, "lock.json"), join(dir, "kept.json"));
  rmSync(join(dir, "folder.lock"));
  expect(first.lock.isOurs()).toBe(false);
  first.lock.release();
  expect(existsSync(join(dir, "lock.json"))).toBe(true); // not ours to remove any more
});

const canUnshare =
  process.platform === "linux" && spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status === 0;

it.runIf(canUnshare)("the folder's lock excludes other pid namespaces (needs root and unshare --pid)", async () => {
  const dir = folder();
  const inside = start(holding(dir), ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", process.execPath]);
  expect(await firstWord(inside)).toBe("mine");
  expect(lockFolder(dir).ok).toBe(false);
  inside.kill("SIGKILL");
  await once(inside, "close");
  const taken = lockFolder(dir);
  if (!taken.ok) throw new Error("the folder is free again");
  const second = start(holding(dir), ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", process.execPath]);
  expect(await firstWord(second)).toBe("theirs");
  second.stdin.write("end\n");
  await once(second, "close");
  taken.lock.release();
});

it("the folder's lock has one holder at a time while two processes race for it two hundred times each", async () => {
  const dir = folder();
  const program = `
    import { closeSync, openSync, rmSync } from "node:fs";
    import { folderHolder, lockFolder } from ${source};
    let held = 0, shared = 0;
    while (held < 200) {
      folderHolder(${JSON.stringify(dir)}); // looking must not block other processes
      const got = lockFolder(${JSON.stringify(dir)});
      if (!got.ok) continue;
      held++;
      const proof = ${JSON.stringify(join(dir, "inside"))};
      try { closeSync(openSync(proof, "wx")); } catch { shared++; }
      got.lock.announce("http://127.0.0.1:1/");
      rmSync(proof, { force: true });
      got.lock.release();
    }
    process.stdout.write(JSON.stringify({ held, shared }));`;
  const results = await Promise.all(
    [1, 2].map(async () => {
      const racer = start(program);
      let [said, complaint] = ["", ""];
      racer.stdout.on("data", (data) => (said += data));
      racer.stderr.on("data", (data) => (complaint += data));
      await once(racer, "close");
      expect(complaint).toBe("");
      return JSON.parse(said) as { held: number; shared: number };
    }),
  );
  expect(results).toEqual([
    { held: 200, shared: 0 },
    { held: 200, shared: 0 },
  ]);
});
