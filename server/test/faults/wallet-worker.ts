/**
 * A worker process for fault tests of money: `node wallet-worker.ts`. Its one kind of job holds a unit, calls for a moment,
 * and settles it in the transaction that leaves its effect. It sweeps as the product's workers do.
 */
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { createJobKinds, createWorker, defineJobKind } from "#jobs";
import { createDatabase, createLog, createPostgresEngine } from "#platform";
import { hold, settle, sweepHolds, sweepWaits } from "#wallet";

const env = z
  .object({ DATABASE_URL: z.string(), LEASE_MS: z.coerce.number(), CONCURRENCY: z.coerce.number() })
  .parse(process.env);

const execute = defineJobKind({
  kind: "execute",
  payload: z.object({}),
  async run(ctx, job) {
    const outcome = await ctx.tx((db) =>
      hold(db, {
        callKey: job.id,
        attempt: String(job.fence),
        amount: 1n,
        lease: { jobId: job.id, fence: job.fence },
        scope: { sessionId: job.sessionId },
      }),
    );
    if (!outcome.ok) return { type: "pause", reason: "funds" };
    await ctx.assertHeld();
    await wait(100 + Math.random() * 400, undefined, { signal: ctx.signal });
    return {
      type: "done",
      async write(db) {
        await sql`insert into effects (job_id, fence, pid) values (${job.id}, ${job.fence}, ${process.pid})`.execute(
          db,
        );
        await settle(db, { holdId: outcome.holdId, actual: 1n, estimated: false });
      },
    };
  },
});

const database = createDatabase(createPostgresEngine(env.DATABASE_URL));
const worker = createWorker({
  database,
  kinds: createJobKinds([execute]),
  log: createLog("error"),
  leaseMs: env.LEASE_MS,
  concurrency: env.CONCURRENCY,
});
await worker.start();
process.stdout.write("ready\n");
for (;;) {
  await sweepHolds(database);
  await sweepWaits(database);
  await wait(env.LEASE_MS / 4);
}
