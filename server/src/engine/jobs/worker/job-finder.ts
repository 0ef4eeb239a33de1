import { crashPoint } from "#platform";
import type { HeldJob } from "../kinds.ts";
import { type Lease, leaseJobs, nextRateMs, returnUnknownLeases, sweepJob } from "../leases/leases.store.ts";
import type { WorkerSettings } from "./worker-settings.ts";

export type JobFinder = {
  lease(max: number): Promise<HeldJob[]>;
  /** Ends those jobs of dead workers that must not run again. The others are leased like any other job. */
  sweep(): Promise<void>;
  /** Time until a rate limit lets a waiting job start; infinite if no job waits for a rate limit. */
  rateInMs(): Promise<number>;
};

/** `held` returns the leases that this worker holds. */
export function createJobFinder(settings: WorkerSettings, held: () => readonly Lease[]): JobFinder {
  const { database, name, leaseMs, pollMs, kinds, build } = settings;
  const judges = settings.models !== undefined;
  let nextSweep = 0;
  let nextRateLook = 0;
  let isAnswered = true; // whether the database answered the last lease request
  return {
    async lease(max) {
      if (max === 0) return [];
      if (!isAnswered) {
        const mine = { worker: name, leases: held() };
        await database.asSystem((db) => returnUnknownLeases(db, mine), { single: true });
      }
      isAnswered = false;
      const wish = { worker: name, kinds: kinds.names, max, leaseMs, build, judges };
      const jobs = await database.asSystem((db) => leaseJobs(db, wish), { single: true });
      isAnswered = true;
      for (const job of jobs) crashPoint("job leased", job.kind);
      return jobs;
    },
    async sweep() {
      if (performance.now() < nextSweep) return;
      while ((await database.asSystem(sweepJob, { single: true })) !== null);
      nextSweep = performance.now() + pollMs;
    },
    async rateInMs() {
      // While there are no rate limits, checking for new ones once per poll is enough.
      if (performance.now() < nextRateLook) return Number.POSITIVE_INFINITY;
      const ms = await database.asSystem((db) => nextRateMs(db, kinds.names), { single: true });
      nextRateLook = ms === null ? performance.now() + pollMs : 0;
      return ms ?? Number.POSITIVE_INFINITY;
    },
  };
}
