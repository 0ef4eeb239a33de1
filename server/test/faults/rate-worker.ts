/**
 * A worker process for fault tests of rate limits: `node rate-worker.ts`. Each job counts one request against the model's
 * rate limit, then sends it to the URL in the job's payload, with the time at which it was counted. The process handles
 * SIGTERM as the product does.
 */
import { sql } from "kysely";
import { z } from "zod";
import {
  correctRate,
  createJobKinds,
  createWorker,
  defineJobKind,
  type HeldJob,
  holdOff,
  type JobCtx,
  takeRate,
} from "#jobs";
import { createDatabase, createLog, createPostgresEngine, type Tx } from "#platform";

const env = z
  .object({ DATABASE_URL: z.string(), LEASE_MS: z.coerce.number(), CONCURRENCY: z.coerce.number() })
  .parse(process.env);

const reserved = 100;
const used = 40;

/** The database's clock, in milliseconds since 1970, with fractions. */
async function clockOf(db: Tx): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (1000 * extract(epoch from clock_timestamp()))::float8 as ms`.execute(db);
  return rows[0]?.ms ?? 0;
}

async function askFor(ctx: JobCtx, job: HeldJob) {
  const model = job.model ?? "";
  return ctx.tx(async (db) => ({ ...(await takeRate(db, { model, tokens: reserved })), at: await clockOf(db) }));
}

const execute = defineJobKind({
  kind: "execute",
  payload: z.object({ call: z.string() }),
  async run(ctx, job) {
    const model = job.model ?? "";
    const leave = await askFor(ctx, job);
    if (!leave.ok) return { type: "snooze", delayMs: leave.waitMs };
    const answer = await fetch(`${job.payload.call}?model=${model}&takenAt=${leave.at}`, { signal: ctx.signal });
    const said = await answer.text();
    if (answer.status === 429) {
      const ms = 1_000 * Number(answer.headers.get("retry-after"));
      const heldAt = await ctx.tx(async (db) => {
        await holdOff(db, { model, ms });
        return clockOf(db);
      });
      await fetch(`${job.payload.call}?heldAt=${heldAt}`);
      return { type: "snooze", delayMs: ms };
    }
    return {
      type: "done",
      results: { said },
      async write(db) {
        await correctRate(db, { model, reserved, used });
        await sql`insert into effects (job_id, fence, pid) values (${job.id}, ${job.fence}, ${process.pid})`.execute(
          db,
        );
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
  drainMs: 200,
});
process.on("SIGTERM", async () => {
  await worker.stop();
  await database.close();
  process.exit(0);
});
await worker.start();
process.stdout.write("ready\n");
