import { sayDuration } from "@dialectic/contract";
import {
  AppError,
  type BeforeCommit,
  type Clock,
  crashPoint,
  type Database,
  type Log,
  type Tx,
  toAppError,
  type UserDb,
} from "#platform";
import type { HeldJob, JobKinds, JobOutcome } from "../kinds.ts";
import { type Attempt, attemptCtx } from "../leases/attempt.ts";
import {
  completion,
  continuation,
  failJob,
  handBack,
  pauseAttempt,
  snoozeJob,
  waitForChildren,
  waitForPrerequisite,
} from "../leases/attempts.store.ts";
import { lockAttempt } from "../leases/leases.store.ts";
import { isUnreachable, regainLease } from "../leases/leases.ts";
import { isOutage, outageDelay, retryDelay } from "../limits/backoff.ts";
import type { Completions } from "./batch-completions.ts";
import type { CallableModels } from "./callable-models.ts";

export type AttemptTools = {
  database: Database;
  /** The worker's name, and how long it leases jobs. */
  name: string;
  leaseMs: number;
  kinds: JobKinds;
  completions: Completions;
  log: Log;
  clock: Clock;
  backoffMs: number;
  retryWindowMs: number;
  random: () => number;
  /** Looks for jobs again after this time, when one will be due. */
  wakeAfter: (ms: number) => void;
  /** Present if other workers may be able to call models that this one cannot. */
  callable?: CallableModels | undefined;
};

/**
 * Runs one leased job to its outcome and records it; calls `handled` when the handler is done and only the recording remains.
 * Never throws: a job whose outcome cannot be recorded runs again when its lease expires.
 */
export async function runAttempt(tools: AttemptTools, attempt: Attempt, handled: () => void): Promise<void> {
  try {
    const outcome = await handle(tools, attempt).finally(handled);
    if (attempt.stopped === "lease-lost") return;
    await throughOutages(tools, attempt, () => record(tools, attempt.job, outcome));
    crashPoint("outcome recorded", `${attempt.job.kind} ${outcome.type}`);
  } catch (thrown) {
    await throughOutages(tools, attempt, () => recordFailure(tools, attempt, thrown)).catch((error: unknown) => {
      if (isLeaseLost(error)) return;
      tools.log.error("The outcome of a job could not be recorded. The job runs again when its lease expires.", {
        jobId: attempt.job.id,
        error,
      });
    });
  }
}

/**
 * The result may be paid for: while the database is unreachable it is kept, and written when the database answers again.
 * The write is fenced: if the first one was committed and only its acknowledgement was lost, the second does nothing.
 */
async function throughOutages(tools: AttemptTools, attempt: Attempt, write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      tools.log.warn("The database does not answer. The outcome of a job is kept until it does.", {
        jobId: attempt.job.id,
      });
      if (!(await regainLease(tools, attempt))) return;
    }
  }
}

async function handle(tools: AttemptTools, attempt: Attempt): Promise<JobOutcome> {
  const kind = tools.kinds.find(attempt.job.kind);
  return kind.start(attemptCtx(attempt, tools), attempt.job);
}

const isLeaseLost = (thrown: unknown) => thrown instanceof AppError && thrown.code === "lease_lost";

/** The effects of an attempt and the change of status are one commit, fenced. */
function record(tools: AttemptTools, job: HeldJob, outcome: JobOutcome): Promise<unknown> {
  const db = tools.database.as(job.ownerId);
  switch (outcome.type) {
    case "done":
      return recordDone(tools, job, outcome);
    case "continue":
      return writeAndEnd(db, job, outcome, (tx) => [continuation(tx, job, outcome)]);
    case "waitForChildren":
      return recordWait(db, job, outcome);
    case "waitForJob":
      return db.tx((tx) => waitForPrerequisite(tx, job, outcome.prerequisite), { single: true });
    case "pause":
      return db.tx((tx) => pauseAttempt(tx, job, outcome.reason), { single: true });
    case "snooze":
      return recordSnooze(tools, job, outcome);
  }
}

type Outcome<Type extends JobOutcome["type"]> = Extract<JobOutcome, { type: Type }>;

/** Jobs without effects to write are completed in batches. */
async function recordDone(tools: AttemptTools, job: HeldJob, outcome: Outcome<"done">): Promise<void> {
  const results = outcome.results ?? null;
  if (!outcome.write && !outcome.beforeCommit) {
    await tools.completions.complete(job.ownerId, { id: job.id, fence: job.fence, results });
    return;
  }
  await writeAndEnd(tools.database.as(job.ownerId), job, outcome, (tx) => [completion(tx, job, results)]);
}

/** Rows that other transactions wait for are locked by the last statements, only as long as the commit takes. */
async function writeAndEnd(
  db: UserDb,
  job: HeldJob,
  outcome: Outcome<"done" | "continue">,
  ending: BeforeCommit,
): Promise<void> {
  const write = async (tx: Tx): Promise<void> => {
    await lockAttempt(tx, job);
    await outcome.write?.(tx);
    crashPoint("outcome written", `${job.kind} ${outcome.type}`);
  };
  await db.tx(write, { beforeCommit: (tx) => [...ending(tx), ...(outcome.beforeCommit?.(tx) ?? [])] });
}

async function recordWait(db: UserDb, job: HeldJob, outcome: Outcome<"waitForChildren">): Promise<void> {
  await db.tx(async (tx) => {
    await lockAttempt(tx, job);
    await outcome.write?.(tx);
    await waitForChildren(tx, job, outcome);
    crashPoint("outcome written", `${job.kind} ${outcome.type}`);
  });
}

async function recordSnooze(tools: AttemptTools, job: HeldJob, { delayMs }: Outcome<"snooze">): Promise<void> {
  await tools.database.as(job.ownerId).tx((tx) => snoozeJob(tx, job, delayMs), { single: true });
  tools.wakeAfter(delayMs);
}

async function recordFailure(tools: AttemptTools, attempt: Attempt, thrown: unknown): Promise<void> {
  if (attempt.stopped === "lease-lost" || isLeaseLost(thrown)) return;
  const { job } = attempt;
  const db = tools.database.as(job.ownerId);
  // An outage of the database counts neither as an attempt nor as a death of the job.
  if (isUnreachable(thrown) && !(await regainLease(tools, attempt))) return;
  if (attempt.stopped || isUnreachable(thrown)) {
    await db.tx((tx) => handBack(tx, [job]), { single: true });
    return;
  }
  const error = toAppError(thrown);
  if (!isOutage(error) && (await tools.callable?.isOwnTrouble(job, error))) {
    await db.tx((tx) => handBack(tx, [job]), { single: true });
    tools.log.warn("The job was handed back: this worker cannot call its model.", {
      jobId: job.id,
      code: error.code,
      error: thrown,
    });
    return;
  }
  const { delayMs, outage } = isOutage(error) ? outageOf(tools, job, error) : ordinary(tools, job, error);
  const status = await db.tx((tx) => failJob(tx, job, { error, delayMs, outage }), { single: true });
  if (status === "retrying") tools.wakeAfter(delayMs);
  tools.log.warn("A job failed.", { jobId: job.id, kind: job.kind, status, code: error.code, error: thrown });
}

const ordinary = ({ backoffMs, random }: AttemptTools, job: HeldJob, error: AppError) => ({
  delayMs: retryDelay(error, { attempt: job.attempt, baseMs: backoffMs, random }),
  outage: null,
});

function outageOf(tools: AttemptTools, job: HeldJob, error: AppError) {
  const windowMs = job.retryWindowMs ?? tools.retryWindowMs;
  const gaveUp = `Gave up after retrying for ${sayDuration(windowMs)}.`;
  return {
    delayMs: outageDelay(error, job, { windowMs, random: tools.random }),
    outage: { windowMs, isBilled: error.mayBeBilled, finalMessage: `${error.message} ${gaveUp}` },
  };
}
