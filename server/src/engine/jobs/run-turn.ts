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
import { isOutage, outageDelay, retryDelay } from "./backoff.ts";
import type { Completions } from "./batch-completions.ts";
import type { CallableModels } from "./callable-models.ts";
import { lockTurn } from "./claims.store.ts";
import type { HeldJob, JobKinds, JobOutcome } from "./kinds.ts";
import { isUnreachable, regainLease } from "./regain-lease.ts";
import { type Turn, turnCtx } from "./turn.ts";
import {
  completion,
  continuation,
  failJob,
  handBack,
  laterJob,
  pauseTurn,
  waitForChildren,
  waitForPrerequisite,
} from "./turns.store.ts";

export type TurnTools = {
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
  /** Looks for jobs again after so long: one will be due. */
  wakeAfter: (ms: number) => void;
  /** Present where other workers may do what this one cannot. */
  callable?: CallableModels | undefined;
};

/**
 * Runs one claimed job to its outcome and records it; `handled` is told when the handler is done and only the
 * recording is left. Never throws: what cannot be recorded is left to the lease.
 */
export async function runTurn(tools: TurnTools, turn: Turn, handled: () => void): Promise<void> {
  try {
    const outcome = await handle(tools, turn).finally(handled);
    if (turn.stopped === "lease-lost") return;
    await throughOutages(tools, turn, () => record(tools, turn.job, outcome));
    crashPoint("outcome recorded", `${turn.job.kind} ${outcome.type}`);
  } catch (thrown) {
    await throughOutages(tools, turn, () => recordFailure(tools, turn, thrown)).catch((error: unknown) => {
      if (isLeaseLost(error)) return;
      tools.log.error("The end of a job could not be recorded; it runs again when its lease is over.", {
        jobId: turn.job.id,
        error,
      });
    });
  }
}

/**
 * A result in our hands may be paid for: while the database is away it is kept, and written when the database is back.
 * The write is fenced, so that one whose commit was lost on its way back does nothing the second time.
 */
async function throughOutages(tools: TurnTools, turn: Turn, write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      tools.log.warn("The database does not answer; the end of a job is kept until it does.", { jobId: turn.job.id });
      if (!(await regainLease(tools, turn))) return;
    }
  }
}

async function handle(tools: TurnTools, turn: Turn): Promise<JobOutcome> {
  const kind = tools.kinds.find(turn.job.kind);
  return kind.start(turnCtx(turn, tools), turn.job);
}

const isLeaseLost = (thrown: unknown) => thrown instanceof AppError && thrown.code === "lease_lost";

/** The effects of a turn and the change of status are one commit, fenced. */
function record(tools: TurnTools, job: HeldJob, outcome: JobOutcome): Promise<unknown> {
  const db = tools.database.as(job.ownerId);
  switch (outcome.type) {
    case "done":
      return recordDone(tools, job, outcome);
    case "continue":
      return writeAndEnd(db, job, outcome, (tx) => [continuation(tx, job, outcome)]);
    case "wait":
      return recordWait(db, job, outcome);
    case "await":
      return db.tx((tx) => waitForPrerequisite(tx, job, outcome.prerequisite), { single: true });
    case "pause":
      return db.tx((tx) => pauseTurn(tx, job, outcome.reason), { single: true });
    case "later":
      return recordLater(tools, job, outcome);
  }
}

type Outcome<Type extends JobOutcome["type"]> = Extract<JobOutcome, { type: Type }>;

/** One that has nothing to write is completed together with others. */
async function recordDone(tools: TurnTools, job: HeldJob, outcome: Outcome<"done">): Promise<void> {
  const results = outcome.results ?? null;
  if (!outcome.write && !outcome.beforeCommit) {
    await tools.completions.complete(job.ownerId, { id: job.id, fence: job.fence, results });
    return;
  }
  await writeAndEnd(tools.database.as(job.ownerId), job, outcome, (tx) => [completion(tx, job, results)]);
}

/** What others wait for is locked by what the transaction closes with, for no longer than the commit takes. */
async function writeAndEnd(
  db: UserDb,
  job: HeldJob,
  outcome: Outcome<"done" | "continue">,
  ending: BeforeCommit,
): Promise<void> {
  const write = async (tx: Tx): Promise<void> => {
    await lockTurn(tx, job);
    await outcome.write?.(tx);
    crashPoint("outcome written", `${job.kind} ${outcome.type}`);
  };
  await db.tx(write, { beforeCommit: (tx) => [...ending(tx), ...(outcome.beforeCommit?.(tx) ?? [])] });
}

async function recordWait(db: UserDb, job: HeldJob, outcome: Outcome<"wait">): Promise<void> {
  await db.tx(async (tx) => {
    await lockTurn(tx, job);
    await outcome.write?.(tx);
    await waitForChildren(tx, job, outcome);
    crashPoint("outcome written", `${job.kind} ${outcome.type}`);
  });
}

async function recordLater(tools: TurnTools, job: HeldJob, { delayMs }: Outcome<"later">): Promise<void> {
  await tools.database.as(job.ownerId).tx((tx) => laterJob(tx, job, delayMs), { single: true });
  tools.wakeAfter(delayMs);
}

async function recordFailure(tools: TurnTools, turn: Turn, thrown: unknown): Promise<void> {
  if (turn.stopped === "lease-lost" || isLeaseLost(thrown)) return;
  const { job } = turn;
  const db = tools.database.as(job.ownerId);
  // An outage of the database is not the job's fault: it counts neither as a try nor as a death.
  if (isUnreachable(thrown) && !(await regainLease(tools, turn))) return;
  if (turn.stopped || isUnreachable(thrown)) {
    await db.tx((tx) => handBack(tx, [job]), { single: true });
    return;
  }
  const error = toAppError(thrown);
  if (!isOutage(error) && (await tools.callable?.isOwnTrouble(job, error))) {
    await db.tx((tx) => handBack(tx, [job]), { single: true });
    tools.log.warn("A job is left to another worker.", { jobId: job.id, code: error.code, error: thrown });
    return;
  }
  const { delayMs, outage } = isOutage(error) ? outageOf(tools, job, error) : ordinary(tools, job, error);
  const status = await db.tx((tx) => failJob(tx, job, { error, delayMs, outage }), { single: true });
  if (status === "retrying") tools.wakeAfter(delayMs);
  tools.log.warn("A job met an error.", { jobId: job.id, kind: job.kind, status, code: error.code, error: thrown });
}

const ordinary = ({ backoffMs, random }: TurnTools, job: HeldJob, error: AppError) => ({
  delayMs: retryDelay(error, { attempt: job.attempt, baseMs: backoffMs, random }),
  outage: null,
});

function outageOf(tools: TurnTools, job: HeldJob, error: AppError) {
  const windowMs = job.retryWindowMs ?? tools.retryWindowMs;
  const gaveUp = `It was retried for ${sayDuration(windowMs)} and given up.`;
  return {
    delayMs: outageDelay(error, job, { windowMs, random: tools.random }),
    outage: { windowMs, isBilled: error.mayBeBilled, finalMessage: `${error.message} ${gaveUp}` },
  };
}
