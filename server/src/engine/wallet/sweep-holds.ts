import type { Database } from "#platform";
import * as store from "./holds.store.ts";

const atOnce = 100;

/**
 * Books every hold whose lease is over as lost, by its estimate, for all users: its call was made and will be billed, and
 * nobody is left to say what it cost. Answers how many there were. Workers call it as often as they look for dead workers.
 */
export async function sweepHolds(database: Database): Promise<number> {
  let swept = 0;
  for (;;) {
    const more = await store.sweepHolds(database, atOnce);
    if (more === 0) return swept;
    swept += more;
  }
}
