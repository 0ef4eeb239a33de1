import type { Contender } from "./contender.ts";
import { createGraphileWorker } from "./graphile-worker.ts";

/**
 * graphile-worker with its local queue and batched completion, both as in the configuration its documentation reports
 * its best figures for. One process locks up to 500 jobs before it begins them, and a crash leaves all of them locked.
 */
export const graphileWorkerLocalQueue: Contender = createGraphileWorker({
  name: "graphile-worker, local queue",
  means: "locks up to 500 jobs ahead and deletes them in batches, without fence or event",
  settings: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
});
