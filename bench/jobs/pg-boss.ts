import { PgBoss } from "pg-boss";
import type { Contender, Purpose, Takeover } from "./contender.ts";
import { installedVersion } from "./installed-version.ts";

const queue = "noop";

/**
 * pg-boss in its fastest documented shape for equal concurrency: one fetch takes as many jobs as may run at once, runs
 * them together and completes them in one statement; it fetches again without waiting while batches come back full, and
 * is woken by notifications. (Ten workers that fetch one job each poll twice a second at best: 21 jobs a second.)
 * A batch is settled as a whole: one job that throws fails, and repeats, all ten. For takeover it has the shortest
 * heartbeat it accepts: a long job that is alive keeps running.
 */
export const pgBoss: Contender = createPgBoss({
  name: "pg-boss",
  queue: { heartbeatSeconds: 10 },
  takeover: { limitMs: 10_000, beatMs: 5_000 },
});

/**
 * The same with the shortest expiry instead of a heartbeat. It limits the running time of every job, also of a healthy one:
 * takeover is fast only for jobs that never run longer than a second.
 */
export const pgBossExpiring: Contender = createPgBoss({
  name: "pg-boss, jobs of 1 s at most",
  queue: { expireInSeconds: 1 },
  takeover: { limitMs: 1_000, beatMs: 0 },
});

type Variant = { name: string; queue: { heartbeatSeconds: number } | { expireInSeconds: number }; takeover: Takeover };

function createPgBoss(variant: Variant): Contender {
  return {
    name: variant.name,
    means: "fetches and completes ten jobs as one, without events",
    takeover: variant.takeover,
    version: installedVersion("pg-boss"),
    guarantees: {
      fencing:
        "completion and heartbeat name the attempt (retryCount); a handler's own writes only with `transactional`",
      events: "none: a job row holds its newest state",
      dependencies: "flows: a job waits for others, resolved in the background; no waiting parents, no steps",
    },
    async install(url, purpose) {
      const boss = await openBoss(url, purpose, 4);
      await boss.createQueue(queue, { notify: true, ...(purpose === "takeover" ? variant.queue : {}) });
      await boss.stop({ graceful: false });
    },
    async openProducer(url) {
      // Neither supervises nor listens; the worker processes do that.
      const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false });
      boss.on("error", report);
      await boss.start();
      return {
        async fill(count) {
          const jobs = Array.from({ length: count }, (_, n) => ({ data: { n } }));
          await boss.insert(queue, jobs);
        },
        async enqueue(n) {
          await boss.send(queue, { n });
        },
        async close() {
          // It resolves before its last connection is closed; errors from the dropped database are expected.
          boss.off("error", report).on("error", () => undefined);
          await boss.stop({ graceful: false });
        },
      };
    },
    async openWorker({ url, concurrency, purpose }, handler) {
      const boss = await openBoss(url, purpose, concurrency + 2);
      return {
        async start() {
          // A job given back after a lost heartbeat sends no notification: the shortest polling interval finds it.
          const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };
          await boss.work<{ n: number }>(
            queue,
            { batchSize: concurrency, burstWhenBatchFull: true, ...polling },
            async (jobs) => {
              await Promise.all(jobs.map((job) => handler(job.data)));
            },
          );
        },
      };
    },
    drained: `select not exists (select from pgboss.job where name = '${queue}' and state <> 'completed')`,
  };
}

/** For takeover, supervision at its shortest documented interval; otherwise its defaults. */
async function openBoss(url: string, purpose: Purpose, connections: number): Promise<PgBoss> {
  const supervision = purpose === "takeover" ? { superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 } : {};
  const boss = new PgBoss({
    connectionString: url,
    max: connections,
    schedule: false,
    useListenNotify: true,
    ...supervision,
  });
  boss.on("error", report);
  await boss.start();
  return boss;
}

function report(error: Error): void {
  process.stderr.write(`pg-boss: ${error.message}\n`);
}
