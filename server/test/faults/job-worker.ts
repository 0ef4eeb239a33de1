/**
 * A worker process for fault tests: `node job-worker.ts`. Its job kinds write their effects to the table `effects`, which
 * the test creates, and to files in EFFECTS_DIR. It handles SIGTERM as the product does.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { createJobKinds, createWorker, defineJobKind, type HeldJob } from "#jobs";
import { createDatabase, createLog, createPostgresEngine, type Tx } from "#platform";

const env = z
  .object({
    DATABASE_URL: z.string(),
    EFFECTS_DIR: z.string(),
    LEASE_MS: z.coerce.number(),
    MAX_BLOCK_MS: z.coerce.number(),
    CONCURRENCY: z.coerce.number(),
    NOTIFY: z.enum(["on", "off"]),
  })
  .parse(process.env);

const leaveEffect = (job: HeldJob) => async (db: Tx) => {
  await sql`insert into effects (job_id, fence, pid) values (${job.id}, ${job.fence}, ${process.pid})`.execute(db);
};

const plan = defineJobKind({
  kind: "plan",
  payload: z.object({ width: z.number(), steps: z.number(), ms: z.number() }),
  async run(_ctx, job) {
    const { width, steps, ms } = job.payload;
    const current = (job.currentStep ?? 0) + 1;
    const children = Array.from({ length: width }, (_, n) => ({
      kind: "execute" as const,
      payload: { ms, continuations: n % 3 },
      idempotencyKey: `${job.id}:${current}:${n}`,
    }));
    return { type: "waitForChildren", children, step: { current, total: steps }, write: leaveEffect(job) };
  },
});

const execute = defineJobKind({
  kind: "execute",
  payload: z.object({
    /** The duration of the work, in milliseconds. */
    ms: z.number().optional(),
    /** The number of continuations. */
    continuations: z.number().optional(),
    /** The provider to call. */
    call: z.string().optional(),
    /**
     * The milliseconds for which the first attempt blocks the main thread. Meanwhile, the process serves no timer, socket or
     * signal.
     */
    block: z.number().optional(),
    /**
     * `dead`: every attempt kills the worker. `silent-in-transaction`: the first attempt suspends the worker while a
     * transaction is open.
     */
    fall: z.enum(["dead", "silent-in-transaction"]).optional(),
  }),
  async run(ctx, job) {
    const { ms = 0, continuations = 0, call, fall, block } = job.payload;
    if (fall === "dead") process.kill(process.pid, "SIGKILL");
    await wait(ms, undefined, { signal: ctx.signal });
    if (block && job.fence === 1n) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, block);
    if (call) {
      await ctx.assertHeld();
      await (await fetch(`${call}?pid=${process.pid}`, { signal: ctx.signal })).text();
      await ctx.assertHeld();
      writeFileSync(join(env.EFFECTS_DIR, `${job.id}-${job.fence}`), "done");
    }
    if (job.continuation < continuations) return { type: "continue", write: leaveEffect(job) };
    return {
      type: "done",
      async write(db) {
        await leaveEffect(job)(db);
        if (fall === "silent-in-transaction" && job.fence === 1n) process.kill(process.pid, "SIGSTOP");
      },
    };
  },
});

const database = createDatabase(createPostgresEngine(env.DATABASE_URL));
const worker = createWorker({
  database,
  kinds: createJobKinds([plan, execute]),
  log: createLog("error"),
  leaseMs: env.LEASE_MS,
  maxBlockMs: env.MAX_BLOCK_MS,
  concurrency: env.CONCURRENCY,
  notify: env.NOTIFY === "on",
  drainMs: 200,
});
process.on("SIGTERM", async () => {
  await worker.stop();
  await database.close();
  process.exit(0);
});
await worker.start();
process.stdout.write("ready\n");
