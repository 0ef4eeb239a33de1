import type { Contender } from "./contender.ts";
import { createGraphileWorker } from "./graphile-worker.ts";

/**
 * graphile-worker with its local queue and batched completion, configured as in the fastest benchmark in its documentation. One
 * process locks up to 500 jobs before it starts them, and a crash leaves all of them locked.
 */
export const graphileWorkerLocalQueue: Contender = createGraphileWorker({
  name: "graphile-worker, local queue",
  means: "locks up to 500 jobs ahead and deletes them in batches, without fence or event",
  settings: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
});
