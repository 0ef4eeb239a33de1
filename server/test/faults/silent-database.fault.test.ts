import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { engines, said, startCli, startDatabaseProxy, testDatabase } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-silent-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The statement timeout. A process that waits for a statement would take longer than this to end. */
const statementMs = 60_000;

describe.skipIf(!engines.includes("postgres"))("a process whose database no longer answers", () => {
  it.each([
    ["worker", ["worker"], /The worker is running/],
    ["server", ["serve", "--port", "0", "--no-web"], /Press Ctrl-C to stop/],
  ])("exits within seconds of a SIGTERM: %s", async (name, args, ready) => {
    await using t = await testDatabase("postgres");
    await using proxy = await startDatabaseProxy(t.url ?? "");
    const env = { DATABASE_URL: proxy.url, DIALECTIC_HOME: join(root, name), DIALECTIC_POLL_MS: "100" };
    const started = startCli(args, env);
    await said(started, ready);
    proxy.set("silent");
    await wait(1_000); // it looks for jobs ten times a second, so one of its queries is waiting for an answer by now
    const toldAt = performance.now();
    started.child.kill("SIGTERM");
    const { code, stderr } = await started.finished;
    expect(code, stderr).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(statementMs / 2);
  });
});
