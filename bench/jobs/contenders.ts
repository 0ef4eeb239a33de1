import type { Contender } from "./contender.ts";
import { graphileWorker } from "./graphile-worker.ts";
import { graphileWorkerLocalQueue } from "./graphile-worker-local-queue.ts";
import { ours } from "./ours.ts";
import { pgBoss, pgBossExpiring } from "./pg-boss.ts";

/** The contenders, ours first. */
export const contenders: Contender[] = [ours, pgBoss, graphileWorker, graphileWorkerLocalQueue];

/** After a crash the local queue differs only in the number of jobs that stay locked. */
export const takingOver: Contender[] = [ours, pgBoss, pgBossExpiring, graphileWorker];

export function contenderCalled(name: string): Contender {
  const found = [...contenders, ...takingOver].find((contender) => contender.name === name);
  if (!found) throw new Error(`there is no contender ${name}`);
  return found;
}
