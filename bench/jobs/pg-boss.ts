import { PgBoss } from "pg-boss";
import type { Contender, Purpose, Takeover } from "./contender.ts";
import { installedVersion } from "./installed-version.ts";

const queue = "noop";

/**
 * pg-boss in its fastest documented configuration for the same concurrency. A worker fetches as many jobs as may run in
 * parallel, runs them together and completes them in one statement. After a full batch it fetches the next one immediately;
 * when idle, it is woken by notifications. (Ten workers that fetch one job each would poll at most twice a second and reach
 * 21 jobs a second.) A batch succeeds or fails as a whole: if one job throws, the whole batch is repeated. For the takeover
 * measurement, this contender uses the shortest heartbeat that pg-boss accepts, so a long job keeps running as long as its
 * worker lives.
 */
export const pgBoss: Contender = createPgBoss({
  name: "pg-boss",
  queue: { heartbeatSeconds: 10 },
  takeover: { limitMs: 10_000, beatMs: 5_000 },
});

/**
 * pg-boss with the shortest expiry instead of a heartbeat. The expiry also ends healthy jobs, so this configuration suits
 * only jobs that never run longer than a second.
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
      // This instance only enqueues. The worker processes supervise and listen.
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
          // `stop` resolves before the last connection is closed, so errors from the dropped database are expected.
          boss.off("error", report).on("error", () => undefined);
          await boss.stop({ graceful: false });
        },
      };
    },
    async openWorker({ url, concurrency, purpose }, handler) {
      const boss = await openBoss(url, purpose, concurrency + 2);
      return {
        async start() {
          // A job that lost its heartbeat returns to the queue without a notification, so only polling finds it. Half a
          // second is the shortest polling interval.
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

/**
 * For the takeover measurement, pg-boss supervises at its shortest documented interval; for the other measurements it keeps
 * its defaults.
 */
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
