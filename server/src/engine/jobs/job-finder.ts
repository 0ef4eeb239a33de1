import { crashPoint } from "#platform";
import { type Claim, claimJobs, nextRateMs, returnUnknownLeases, sweepJob } from "./claims.store.ts";
import type { HeldJob } from "./kinds.ts";
import type { WorkerSettings } from "./worker-settings.ts";

/** How a worker looks for what to do. */
export type JobFinder = {
  /** Jobs that are this worker's from now on. */
  claim(max: number): Promise<HeldJob[]>;
  /** Jobs of dead workers that must not run again are ended here; those that may are claimed like any other. */
  sweep(): Promise<void>;
  /** How long until a rate lets a job start that waits for it; infinite where none does. */
  rateInMs(): Promise<number>;
};

/** `held`: the jobs that this worker knows to be its own. */
export function createJobFinder(settings: WorkerSettings, held: () => readonly Claim[]): JobFinder {
  const { database, name, leaseMs, pollMs, kinds, build } = settings;
  const judges = settings.models !== undefined;
  let nextSweep = 0;
  let nextRateLook = 0;
  let isAnswered = true; // the last claim
  return {
    async claim(max) {
      if (max === 0) return [];
      if (!isAnswered) {
        const mine = { worker: name, claims: held() };
        await database.asNobody((db) => returnUnknownLeases(db, mine), { single: true });
      }
      isAnswered = false;
      const wish = { worker: name, kinds: kinds.names, max, leaseMs, build, judges };
      const jobs = await database.asNobody((db) => claimJobs(db, wish), { single: true });
      isAnswered = true;
      for (const job of jobs) crashPoint("job claimed", job.kind);
      return jobs;
    },
    async sweep() {
      if (performance.now() < nextSweep) return;
      while ((await database.asNobody(sweepJob, { single: true })) !== null);
      nextSweep = performance.now() + pollMs;
    },
    async rateInMs() {
      // Until there are any rates, it is enough to look for them as often as it polls.
      if (performance.now() < nextRateLook) return Number.POSITIVE_INFINITY;
      const ms = await database.asNobody((db) => nextRateMs(db, kinds.names), { single: true });
      nextRateLook = ms === null ? performance.now() + pollMs : 0;
      return ms ?? Number.POSITIVE_INFINITY;
    },
  };
}
