import type { Contender } from "./contender.ts";
import { graphileWorker } from "./graphile-worker.ts";
import { graphileWorkerLocalQueue } from "./graphile-worker-local-queue.ts";
import { ours } from "./ours.ts";
import { pgBoss, pgBossExpiring } from "./pg-boss.ts";

/** Whom ours is compared with; ours comes first. */
export const contenders: Contender[] = [ours, pgBoss, graphileWorker, graphileWorkerLocalQueue];

/** The local queue changes nothing about a crash but the number of jobs it leaves locked. */
export const takingOver: Contender[] = [ours, pgBoss, pgBossExpiring, graphileWorker];

export function contenderCalled(name: string): Contender {
  const found = [...contenders, ...takingOver].find((contender) => contender.name === name);
  if (!found) throw new Error(`there is no contender ${name}`);
  return found;
}
