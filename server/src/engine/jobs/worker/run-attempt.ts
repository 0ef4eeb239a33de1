import { setTimeout as wait } from "node:timers/promises";
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
import type { HeldJob, JobCtx, JobKinds, JobOutcome } from "../kinds.ts";
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
import { isLeaseLost, isUnreachable, regainExpired, regainLease, repeatThroughOutages } from "../leases/leases.ts";
import { isOutage, outageDelay, retryDelay } from "../limits/backoff.ts";
import type { Completions } from "./batch-completions.ts";
import type { CallableModels } from "./callable-models.ts";

export type AttemptTools = {
  database: Database;
  /** The worker's name. */
  name: string;
  /** How long the worker leases a job. */
  leaseMs: number;
  kinds: JobKinds;
  completions: Completions;
  log: Log;
  clock: Clock;
  backoffMs: number;
  retryWindowMs: number;
  random: () => number;
  /** Looks for jobs again after this time, because one will be due then. */
  wakeAfter: (ms: number) => void;
  /** Present if other workers may be able to call models that this worker cannot call. */
  callable?: CallableModels | undefined;
};

/**
 * Runs one leased job to its outcome and records it; calls `handled` when the handler is done and only the recording remains.
 * Never throws: a job whose outcome cannot be recorded runs again when its lease expires.
 */
export async function runAttempt(tools: AttemptTools, attempt: Attempt, handled: () => void): Promise<void> {
  try {
    const ended = await handle(tools, attempt)
      .finally(handled)
      .then(
        (outcome) => ({ outcome }),
        (thrown: unknown) => ({ thrown }),
      );
    if ("outcome" in ended) await recordOutcome(tools, attempt, ended.outcome);
    else await throughOutages(tools, attempt, () => recordFailure(tools, attempt, ended));
  } catch (error) {
    if (isLeaseLost(error)) return;
    tools.log.error("The outcome of a job could not be recorded. The job runs again when its lease expires.", {
      jobId: attempt.job.id,
      error,
    });
  }
}

/**
 * An error while recording is not an error of the handler. If the outcome cost money, only the recording is repeated,
 * because running the handler again would cost money again. After as many repetitions as the job has retries, the job
 * fails permanently and the cost is booked as lost. If the outcome cost nothing, the handler simply runs again.
 */
async function recordOutcome(tools: AttemptTools, attempt: Attempt, outcome: JobOutcome): Promise<void> {
  const { job } = attempt;
  const { log, backoffMs: baseMs, random } = tools;
  const loss = "ifUnrecorded" in outcome ? outcome.ifUnrecorded : undefined;
  const about = { jobId: job.id, kind: job.kind, outcome: outcome.type };
  // Recording an outcome ends the lease. So the lease is also gone if the outcome was recorded and only the database's
  // reply was lost.
  const discarded = () =>
    log.warn("This worker no longer holds a job. Its outcome was discarded, unless it was recorded already.", about);
  for (let repeats = 0; ; repeats += 1) {
    if (attempt.stopped === "lease-lost") return discarded();
    try {
      const isRecorded = await throughOutages(tools, attempt, () => record(tools, job, outcome));
      return isRecorded ? crashPoint("outcome recorded", `${job.kind} ${outcome.type}`) : discarded();
    } catch (thrown) {
      if (isLeaseLost(thrown)) return discarded();
      const error = toAppError(thrown);
      if (!loss || !error.retry || attempt.stopped || repeats >= job.maxRetries) {
        const failure = loss ? { thrown: unrecorded(error), loss } : { thrown };
        await throughOutages(tools, attempt, () => recordFailure(tools, attempt, failure));
        return;
      }
      log.warn("The outcome of a job could not be recorded. The worker keeps it and will try again.", {
        ...about,
        error: thrown,
      });
      const delayMs = retryDelay(error, { attempt: repeats, baseMs, random });
      await wait(delayMs, undefined, { signal: attempt.signal }).catch(() => undefined);
    }
  }
}

const unrecorded = (error: AppError): AppError =>
  new AppError(
    error.code,
    `The result could not be saved, and its cost is booked as lost. Retry the job once the cause is removed: ${error.message}`,
    { cause: error, details: error.details, retry: false },
  );

/**
 * Writes a result, which may have cost money, even if the database has an outage. While the database is unreachable, the
 * result is kept; it is written when the database answers again. PostgreSQL may receive a write before the outage, run it
 * afterwards and refuse it because the lease has expired. The result is then written again if the lease can be regained.
 * Repeating a write is safe, because it is fenced: if the first write was committed and only its acknowledgement was lost,
 * the second does nothing. Returns false if nothing was written, because another worker has the job by now or this worker is
 * stopping.
 */
async function throughOutages(tools: AttemptTools, attempt: Attempt, write: () => Promise<unknown>): Promise<boolean> {
  for (;;) {
    try {
      await write();
      return true;
    } catch (error) {
      if (isLeaseLost(error) && (await regainExpired(tools, attempt))) continue;
      if (!isUnreachable(error)) throw error;
      tools.log.warn("The database does not answer. The outcome of a job is kept until it does.", {
        jobId: attempt.job.id,
      });
      if (!(await regainLease(tools, attempt))) return false;
    }
  }
}

async function handle(tools: AttemptTools, attempt: Attempt): Promise<JobOutcome> {
  const kind = tools.kinds.find(attempt.job.kind);
  const repeat: JobCtx["repeat"] = (write) => repeatThroughOutages(tools, attempt, write);
  return kind.start(attemptCtx(attempt, { ...tools, repeat }), attempt.job);
}

/** Commits the effects of an attempt and the change of status in one fenced transaction. */
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

/**
 * The job's completion and other updates of rows that many transactions need run last, so that these rows are locked only
 * during the commit.
 */
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

/** `loss` books the cost of an outcome that could not be recorded. */
type AttemptFailure = { thrown: unknown; loss?: BeforeCommit };

async function recordFailure(tools: AttemptTools, attempt: Attempt, { thrown, loss }: AttemptFailure): Promise<void> {
  if (attempt.stopped === "lease-lost") return;
  const { job } = attempt;
  const db = tools.database.as(job.ownerId);
  // An outage of the database counts neither as an attempt nor as a worker's death.
  if (isLeaseLost(thrown) && !(await regainExpired(tools, attempt))) return;
  if (isUnreachable(thrown) && !(await regainLease(tools, attempt))) return;
  if (attempt.stopped || isUnreachable(thrown) || isLeaseLost(thrown)) {
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
  const fail = (beforeCommit?: BeforeCommit) =>
    db.tx((tx) => failJob(tx, job, { error, delayMs, outage }), beforeCommit ? { beforeCommit } : { single: true });
  const status = await fail(loss).catch((failed: unknown) => {
    if (!loss || isUnreachable(failed)) throw failed;
    tools.log.warn("The cost of a lost outcome could not be booked now. It is booked when its hold expires.", {
      jobId: job.id,
      error: failed,
    });
    return fail();
  });
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
