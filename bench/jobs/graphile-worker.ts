import { Logger, makeWorkerUtils, run } from "graphile-worker";
import pg from "pg";
import { z } from "zod";
import type { Contender } from "./contender.ts";
import { installedVersion } from "./installed-version.ts";

const task = "noop";
const Payload = z.object({ n: z.number() });
const silent = new Logger(() => () => undefined);

// What its documentation says of a worker that dies; it is no setting, and nobody waits for it here.
const lockedForMs = 4 * 60 * 60 * 1000;

/**
 * graphile-worker as it comes: each of the concurrent workers fetches one job, runs it and deletes it. Its pool is as
 * large as its documentation advises (concurrency + 2); prepared statements are on.
 */
export const graphileWorker: Contender = createGraphileWorker({
  name: "graphile-worker",
  means: "fetches and deletes one job at a time, without fence or event",
  settings: {},
});

type Settings = { localQueue?: { size: number }; completeJobBatchDelay?: number; failJobBatchDelay?: number };

export function createGraphileWorker(variant: { name: string; means: string; settings: Settings }): Contender {
  return {
    name: variant.name,
    means: variant.means,
    version: installedVersion("graphile-worker"),
    guarantees: {
      fencing: "none: completion deletes the row by its id alone",
      events: "none: a completed job leaves no trace",
      dependencies: "none: only named queues, one job at a time",
    },
    async install(url) {
      const utils = await makeWorkerUtils({ connectionString: url, logger: silent });
      await utils.migrate();
      await utils.release();
    },
    async openProducer(url) {
      const utils = await makeWorkerUtils({ connectionString: url, maxPoolSize: 2, logger: silent });
      return {
        async fill(count) {
          await utils.addJobs(Array.from({ length: count }, (_, n) => ({ identifier: task, payload: { n } })));
        },
        async enqueue(n) {
          await utils.addJob(task, { n });
        },
        close: async () => utils.release(),
      };
    },
    async openWorker({ url, concurrency }, handler) {
      const pgPool = new pg.Pool({ connectionString: url, max: concurrency + 2 });
      // The database is dropped under the worker's feet at the end: that is no news.
      pgPool.on("error", () => undefined);
      pgPool.on("connect", (client) => client.on("error", () => undefined));
      const clients = await Promise.all(Array.from({ length: concurrency }, () => pgPool.connect()));
      for (const client of clients) client.release();
      const worker = { concurrentJobs: concurrency, ...variant.settings };
      const taskList = { [task]: async (payload: unknown) => handler(Payload.parse(payload)) };
      return {
        async start() {
          await run({
            pgPool,
            logger: silent,
            noHandleSignals: true,
            preset: { worker },
            taskList,
            parsedCronItems: [],
          });
        },
      };
    },
    takeover: { documentedMs: lockedForMs },
    drained: "select not exists (select from graphile_worker._private_jobs)",
  };
}
