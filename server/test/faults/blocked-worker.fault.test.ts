import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { leaseMs, setupWorkers } from "./worker-processes.ts";

const status = (id: JobId, wanted: string) => sql`select from jobs where id = ${id} and status = ${wanted}`;

describe.skipIf(!engines.includes("postgres"))("a worker process whose main thread is blocked", () => {
  it("keeps its job for several lease durations, although another worker looks for expired leases", {
    timeout: 60_000,
  }, async () => {
    await using t = await setupWorkers();
    const blocked = await t.start();
    const id = await t.add({ payload: { block: 6 * leaseMs } });
    await t.until(status(id, "processing"));
    await t.start();
    await t.until(status(id, "completed"));
    expect(await t.read(sql`select fence, pid from effects`)).toEqual([{ fence: 1n, pid: blocked.pid }]);
    expect(await t.read(sql`select fence, deaths, attempt, errors from jobs`)).toEqual([
      { fence: 1n, deaths: 0, attempt: 0, errors: [] },
    ]);
  });

  it("loses its job if it stays blocked beyond the limit, and can no longer write", { timeout: 60_000 }, async () => {
    await using t = await setupWorkers();
    const stuck = await t.start({ maxBlockMs: 2 * leaseMs });
    const id = await t.add({ payload: { block: 8 * leaseMs } });
    await t.until(status(id, "processing"));
    const other = await t.start();
    await t.until(status(id, "completed"));
    stuck.process.kill("SIGTERM"); // handled once the main thread is free, after the late outcome was refused
    expect(await stuck.exited).toEqual([0, null]);
    expect(await t.read(sql`select fence, pid from effects`)).toEqual([{ fence: 2n, pid: other.pid }]);
    expect(await t.read(sql`select errors -> 0 ->> 'code' as code from jobs`)).toEqual([{ code: "lease_lost" }]);
  });

  it("loses its job when the process is killed", { timeout: 60_000 }, async () => {
    await using t = await setupWorkers();
    const killed = await t.start();
    const id = await t.add({ payload: { block: 600_000 } });
    await t.until(status(id, "processing"));
    killed.process.kill("SIGKILL");
    await killed.exited;
    const other = await t.start();
    await t.until(status(id, "completed"));
    expect(await t.read(sql`select fence, pid from effects`)).toEqual([{ fence: 2n, pid: other.pid }]);
  });

  it("loses its job when the process is suspended, and notices this when the process continues", {
    timeout: 60_000,
  }, async () => {
    await using t = await setupWorkers();
    const stopped = await t.start();
    const id = await t.add({ payload: { block: 4 * leaseMs } });
    await t.until(status(id, "processing"));
    stopped.process.kill("SIGSTOP");
    const other = await t.start();
    await t.until(status(id, "completed"));
    stopped.process.kill("SIGCONT");
    stopped.process.kill("SIGTERM");
    expect(await stopped.exited).toEqual([0, null]);
    expect(await t.read(sql`select fence, pid from effects`)).toEqual([{ fence: 2n, pid: other.pid }]);
  });
});
