import { Logger, makeWorkerUtils, run } from "graphile-worker";
import pg from "pg";
import { z } from "zod";
import type { Contender } from "./contender.ts";
import { installedVersion } from "./installed-version.ts";

const task = "noop";
const Payload = z.object({ n: z.number() });
const silent = new Logger(() => () => undefined);

// How long a dead worker's jobs stay locked, according to graphile-worker's documentation. This time cannot be configured
// and is not measured here.
const lockedForMs = 4 * 60 * 60 * 1000;

/**
 * graphile-worker with its defaults: each of the concurrent workers fetches one job, runs it and deletes it. Its pool has the size
 * that its documentation advises (concurrency + 2); prepared statements are on.
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
      const pgPool = openPool(url, 2);
      const utils = await makeWorkerUtils({ pgPool, logger: silent });
      await utils.migrate();
      await utils.release();
      await pgPool.end();
    },
    async openProducer(url) {
      const pgPool = openPool(url, 2);
      const utils = await makeWorkerUtils({ pgPool, logger: silent });
      return {
        async fill(count) {
          await utils.addJobs(Array.from({ length: count }, (_, n) => ({ identifier: task, payload: { n } })));
        },
        async enqueue(n) {
          await utils.addJob(task, { n });
        },
        async close() {
          await utils.release();
          await pgPool.end();
        },
      };
    },
    async openWorker({ url, concurrency }, handler) {
      const pgPool = openPool(url, concurrency + 2);
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

/** The database is dropped at the end while connections are open: the resulting errors are expected. */
function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
