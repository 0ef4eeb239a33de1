import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderHolder, lockFolder } from "#platform";

const folder = () => mkdtempSync(join(tmpdir(), "dialectic-lock-"));

it("gives the folder to one opener and tells the second who holds it, and where", () => {
  const dir = folder();
  const first = lockFolder(dir);
  if (!first.ok) throw new Error("the folder is free");
  expect(statSync(join(dir, "lock.json")).mode & 0o777).toBe(0o600);
  first.lock.announce("http://127.0.0.1:1", "secret");
  expect(lockFolder(dir)).toMatchObject({
    ok: false,
    holder: { pid: process.pid, address: "http://127.0.0.1:1", secret: "secret" },
  });
  expect(statSync(join(dir, "lock.json")).mode & 0o777).toBe(0o600);
  first.lock.release();
  expect(folderHolder(dir)).toBeNull();
  expect(lockFolder(dir).ok).toBe(true);
});

it("takes over from a process that is gone, and from a lock cut off while it was written", async () => {
  const dir = folder();
  const gone = spawn(process.execPath, ["-e", ""]);
  await once(gone, "exit");
  for (const left of [JSON.stringify({ pid: gone.pid, born: null, address: null, secret: null }), '{"pid": 12', ""]) {
    writeFileSync(join(dir, "lock.json"), left);
    const taken = lockFolder(dir);
    expect(taken.ok).toBe(true);
    if (taken.ok) taken.lock.release();
  }
  expect(existsSync(join(dir, "lock.json.breaking"))).toBe(false);
});

it.runIf(process.platform === "linux")("does not take a reused pid for the holder", () => {
  const dir = folder();
  writeFileSync(join(dir, "lock.json"), JSON.stringify({ pid: process.pid, born: "1", address: null, secret: null }));
  expect(lockFolder(dir).ok).toBe(true);
});

it("lets exactly one of many processes that race for a dead holder's lock have it", async () => {
  const dir = folder();
  writeFileSync(join(dir, "lock.json"), JSON.stringify({ pid: 2 ** 22 - 7, born: "1", address: null, secret: null }));
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL("./folder-lock.ts", import.meta.url).href)};
    const got = lockFolder(${JSON.stringify(dir)});
    process.stdout.write(got.ok ? "mine\\n" : "theirs\\n");
    process.stdin.once("data", () => process.exit());`;
  const racers = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ["--input-type=module-typescript", "-e", program]),
  );
  const answers = await Promise.all(racers.map(async (racer) => String((await once(racer.stdout, "data"))[0]).trim()));
  for (const racer of racers) racer.stdin.write("end\n");
  expect(answers.filter((answer) => answer === "mine")).toHaveLength(1);
  expect(JSON.parse(readFileSync(join(dir, "lock.json"), "utf8")).pid).toBe(racers[answers.indexOf("mine")]?.pid);
});

it("is held by one process at a time while many take it, announce and give it back", async () => {
  const dir = folder();
  const program = `
    import { closeSync, openSync, rmSync } from "node:fs";
    import { lockFolder } from ${JSON.stringify(new URL("./folder-lock.ts", import.meta.url).href)};
    let held = 0, shared = 0;
    const until = Date.now() + 1500;
    while (Date.now() < until) {
      const got = lockFolder(${JSON.stringify(dir)});
      if (!got.ok) continue;
      held++;
      const proof = ${JSON.stringify(join(dir, "inside"))};
      try { closeSync(openSync(proof, "wx")); } catch { shared++; }
      got.lock.announce("http://127.0.0.1:1", "secret");
      rmSync(proof, { force: true });
      got.lock.release();
    }
    process.stdout.write(JSON.stringify({ held, shared }));`;
  const racers = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--input-type=module-typescript", "-e", program]),
  );
  const results = await Promise.all(
    racers.map(async (racer) => {
      let [said, complaint] = ["", ""];
      racer.stdout.on("data", (data) => (said += data));
      racer.stderr.on("data", (data) => (complaint += data));
      await once(racer, "close");
      expect(complaint.replace(/.*ExperimentalWarning.*\n.*\n/, "")).toBe("");
      return JSON.parse(said) as { held: number; shared: number };
    }),
  );
  expect(results.reduce((sum, one) => sum + one.held, 0)).toBeGreaterThan(20);
  expect(results.map((one) => one.shared)).toEqual([0, 0, 0, 0]);
});
