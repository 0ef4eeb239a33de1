import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { RunSummary } from "@dialectic/contract";
import { afterAll, describe, expect, it } from "vitest";
import { lockFolder } from "#platform";
import { runCli, said, startCli } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-folder-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const brief = join(root, "brief.md");
writeFileSync(brief, "Plant a hedge along the road.\n");
const run = ["run", brief, "--process", "brief", "--models", "rehearsal/atlas", "--json"];
/** Makes models so slow that a run is still in progress when the test ends. */
const slowly = { DIALECTIC_REHEARSAL_LATENCY_MS: "600000" };
/** Makes models slow enough for two runs to overlap, yet fast enough for both to finish soon. */
const leisurely = { DIALECTIC_REHEARSAL_LATENCY_MS: "100" };

/** Polls until the path exists, because the process that creates the path does not report it. */
async function untilThere(path: string): Promise<void> {
  while (!existsSync(path)) await wait(5);
}

describe("a data folder that is removed while a process uses it", () => {
  type Way = [name: string, act: (data: string) => void];
  const deleted: Way = ["deleted", (data) => rmSync(data, { recursive: true, force: true, maxRetries: 5 })];
  const goneWays: Way[] = [
    deleted,
    ["moved", (data) => renameSync(data, `${data}-elsewhere`)],
    ["without its database", (data) => rmSync(join(data, "database"), { recursive: true, force: true, maxRetries: 5 })],
  ];
  const serve = ["serve", "--port", "0", "--no-web"];
  const cases: [command: string, args: string[], ready: RegExp, way: Way][] = [
    ...goneWays.map((way): (typeof cases)[number] => ["run", run, /· brief ·/, way]),
    ["serve", serve, /Press Ctrl-C to stop/, deleted],
  ];

  it.each(cases)("ends %s with an error of one sentence", async (name, args, ready, [way, act]) => {
    const data = join(root, `${name}-${way}`);
    const started = startCli([...args, "--data", data], slowly);
    await said(started, ready);
    act(data);
    const { code, stderr } = await started.finished;
    expect([code, stderr]).toEqual([
      11,
      expect.stringMatching(/\nThe data folder .+ was deleted, moved or taken over .+\.\n$/),
    ]);
    expect(stderr).not.toMatch(/\bat .*\.ts:\d+|node_modules/); // no stack trace
    if (way !== "without its database") expect(existsSync(data)).toBe(false);
  });

  it("is not mistaken for a new folder at the same path, which is left unchanged", async () => {
    const data = join(root, "replaced");
    const first = startCli(["serve", "--port", "0", "--no-web", "--data", data]);
    await said(first, /Press Ctrl-C to stop/);
    renameSync(data, `${data}-elsewhere`);
    const second = startCli(["serve", "--port", "0", "--no-web", "--data", data]);
    expect(await first.finished).toMatchObject({ code: 11 });
    await said(second, /Press Ctrl-C to stop/);
    const { code, stdout } = await runCli(["project", "list", "--json", "--data", data]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { items: [], next: null }]);
    second.child.kill("SIGTERM");
    expect(await second.finished).toMatchObject({ code: 0 });
  });
});

describe("a data folder that is just being opened", () => {
  it("is shared by runs that start at the same time and by a run that starts while the folder is being opened", async () => {
    const data = join(root, "at-once");
    const runs = [1, 2].map(() => startCli([...run, "--data", data], leisurely));
    await untilThere(join(data, "lock.json"));
    runs.push(startCli([...run, "--data", data], leisurely));
    for (const { code, stdout, stderr } of await Promise.all(runs.map((one) => one.finished))) {
      expect(code, stderr).toBe(0);
      expect(RunSummary.parse(JSON.parse(stdout))).toMatchObject({ status: "iteration_complete", calls: 5 });
    }
    expect(existsSync(join(data, "lock.json"))).toBe(false);
  });

  it("makes a command name the process that holds the folder, wait for that process, and give up after a while", async () => {
    const data = join(root, "silent");
    mkdirSync(data);
    const locked = lockFolder(data);
    if (!locked.ok) throw new Error("the folder of this test is held");
    locked.lock.opened();
    const refused = await runCli(["project", "list", "--data", data]);
    expect(refused).toMatchObject({
      code: 10,
      stderr: expect.stringContaining(`Waiting for process ${process.pid}`),
    });
    locked.lock.release();
  });
});
