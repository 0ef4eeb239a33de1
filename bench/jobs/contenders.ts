import type { Contender } from "./contender.ts";
import { graphileWorker } from "./graphile-worker.ts";
import { graphileWorkerLocalQueue } from "./graphile-worker-local-queue.ts";
import { ours } from "./ours.ts";
import { pgBoss, pgBossExpiring } from "./pg-boss.ts";

export const contenders: Contender[] = [ours, pgBoss, graphileWorker, graphileWorkerLocalQueue];

/**
 * graphile-worker with its local queue is left out: after a crash it differs from plain graphile-worker only in how many
 * jobs stay locked.
 */
export const takingOver: Contender[] = [ours, pgBoss, pgBossExpiring, graphileWorker];

export function contenderCalled(name: string): Contender {
  const found = [...contenders, ...takingOver].find((contender) => contender.name === name);
  if (!found) throw new Error(`There is no contender named ${name}.`);
  return found;
}
