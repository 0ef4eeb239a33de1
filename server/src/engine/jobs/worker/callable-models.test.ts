import type { JobId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "#platform";
import { addUser, engines } from "#test";
import { sharedJobs } from "../jobs.fixture.ts";
import { insertJob } from "../jobs.store.ts";
import { createJobKinds, defineJobKind } from "../kinds.ts";
import type { ModelJudge } from "./callable-models.ts";
import { createWorker } from "./worker.ts";

describe.each(engines)("a worker that checks which models it can call, on %s", (engine) => {
  const setup = sharedJobs(engine);

  /** A worker that can call every model for which `obstacle` returns null; it lists the jobs that it ran. */
  async function workerOf(
    t: Awaited<ReturnType<typeof setup>>,
    obstacle: (model: Parameters<ModelJudge["judge"]>[0][number]) => string | null,
  ) {
    const ran: JobId[] = [];
    const judge: ModelJudge = {
      judge: async (models) => models.map((model) => ({ obstacle: obstacle(model), terms: null })),
      wasRefused: async () => false,
    };
    const kind = defineJobKind({
      kind: "execute",
      payload: z.object({}),
      async run(_ctx, { id }) {
        ran.push(id);
        return { type: "done" };
      },
    });
    const kinds = createJobKinds([kind]);
    const worker = createWorker({ database: t.database, kinds, log: createLog("silent"), pollMs: 20, models: judge });
    await worker.start();
    return { worker, ran };
  }

  it("leases jobs of owners for whom it can call the model, and jobs without a model", async () => {
    const t = await setup();
    const other = await addUser(t.database);
    const mine = await t.add({ model: "lab/one" });
    const plain = await t.add();
    const job = t.newJob({ model: "lab/one" });
    await t.database.as(other).tx((db) => insertJob(db, job));
    const { worker, ran } = await workerOf(t, ({ ownerId }) => (ownerId === other ? "It has no key." : null));
    const later = await t.add({ model: "lab/two" });
    await expect.poll(() => ran.toSorted(), { timeout: 20_000 }).toEqual([mine, plain, later].toSorted());
    await worker.stop();
    const status = await t.database.as(other).tx(async (db) => {
      const { rows } = await sql<{ status: string; fence: bigint }>`
        select status, fence from jobs where id = ${job.id}`.execute(db);
      return rows[0];
    });
    expect(status).toEqual({ status: "pending", fence: 0n });
  });

  it("does not take over a job with an expired lease if it cannot call the model", async () => {
    const t = await setup();
    const lost = await t.add({ model: "lab/one" });
    await t.take(lost);
    await t.database.asOwner(async (db) => {
      await sql`update jobs set lease_expires_at = clock_timestamp() - interval '1 minute'`.execute(db);
      await sql`update worker_pulse set beat_at = '-infinity', quiet_until = '-infinity'`.execute(db);
    });
    let isAble = false;
    const { worker, ran } = await workerOf(t, () => (isAble ? null : "It has no key."));
    const plain = await t.add();
    await expect.poll(() => ran, { timeout: 20_000 }).toEqual([plain]);
    isAble = true;
    await expect.poll(() => ran, { timeout: 20_000 }).toEqual([plain, lost]);
    await worker.stop();
  });
});
