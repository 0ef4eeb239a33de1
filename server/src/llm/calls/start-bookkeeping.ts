import type { Database, Log } from "#platform";
import { sweepHolds, sweepWaits } from "#wallet";
import { deleteTexts } from "./call.store.ts";

/** By then the document is there, or the call has long been given up. */
const textsKeptMs = 60 * 60 * 1000;
/** To the minute is near enough; to look in every round was a third of what rounds cost. */
const betweenForgettingMs = 60_000;

/**
 * What every worker does beside its jobs, for everybody: books the holds of dead workers, lets jobs go on whose money has
 * become free, forgets live text of old. One round at a time; a round that fails is made up for by the next.
 */
export function startBookkeeping(tools: { database: Database; log: Log; everyMs: number }): { stop(): Promise<void> } {
  const { database, log } = tools;
  let round: Promise<void> | undefined;
  let nextForgetting = 0;

  async function look(): Promise<void> {
    await sweepHolds(database);
    await sweepWaits(database);
    if (performance.now() < nextForgetting) return;
    await database.asNobody((db) => deleteTexts(db, textsKeptMs), { single: true });
    nextForgetting = performance.now() + betweenForgettingMs;
  }

  const timer = setInterval(() => {
    round ??= look()
      .catch((error: unknown) => log.warn("The books could not be looked after; the next round will.", { error }))
      .finally(() => {
        round = undefined;
      });
  }, tools.everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
