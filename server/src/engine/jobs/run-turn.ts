import { AppError, type Clock, type Database, type Log, passPoint, type Tx, toAppError } from "#platform";
import { retryDelay } from "./backoff.ts";
import type { Completions } from "./batch-completions.ts";
import { lockTurn } from "./claims.store.ts";
import type { HeldJob, JobKinds, JobOutcome } from "./kinds.ts";
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
  kinds: JobKinds;
  completions: Completions;
  log: Log;
  clock: Clock;
  backoffMs: number;
  random: () => number;
  /** Looks for jobs again after so long: one will be due. */
  wakeAfter: (ms: number) => void;
};

/**
 * Runs one claimed job to its outcome and records it; `handled` is told when the handler is done and only the
 * recording is left. Never throws: what cannot be recorded is left to the lease.
 */
export async function runTurn(tools: TurnTools, turn: Turn, handled: () => void): Promise<void> {
  try {
    const outcome = await handle(tools, turn).finally(handled);
    if (turn.stopped === "lease-lost") return;
    await record(tools, turn.job, outcome);
    passPoint("outcome recorded", `${turn.job.kind} ${outcome.type}`);
  } catch (thrown) {
    await recordFailure(tools, turn, thrown).catch((error: unknown) => {
      if (isLeaseLost(error)) return;
      tools.log.error("The end of a job could not be recorded; it runs again when its lease is over.", {
        jobId: turn.job.id,
        error,
      });
    });
  }
}

async function handle(tools: TurnTools, turn: Turn): Promise<JobOutcome> {
  const kind = tools.kinds.find(turn.job.kind);
  return kind.start(turnCtx(turn, tools), turn.job);
}

const isLeaseLost = (thrown: unknown) => thrown instanceof AppError && thrown.code === "lease_lost";

/** The effects of a turn and the change of status are one commit, fenced. */
async function record(tools: TurnTools, job: HeldJob, outcome: JobOutcome): Promise<void> {
  const db = tools.database.as(job.ownerId);
  if (outcome.type === "pause") {
    await db.tx((tx) => pauseTurn(tx, job, outcome.reason), { single: true });
    return;
  }
  if (outcome.type === "later") {
    await db.tx((tx) => laterJob(tx, job, outcome.delayMs), { single: true });
    tools.wakeAfter(outcome.delayMs);
    return;
  }
  if (outcome.type === "done" && !outcome.write && !outcome.closing) {
    await tools.completions.complete(job.ownerId, { id: job.id, fence: job.fence, results: outcome.results ?? null });
    return;
  }
  if (outcome.type === "await") {
    await db.tx((tx) => waitForPrerequisite(tx, job, outcome.prerequisite), { single: true });
    return;
  }
  if (outcome.type === "wait") {
    await db.tx(async (tx) => {
      await lockTurn(tx, job);
      await outcome.write?.(tx);
      await waitForChildren(tx, job, outcome);
      passPoint("outcome written", `${job.kind} ${outcome.type}`);
    });
    return;
  }
  await db.tx(
    async (tx) => {
      await lockTurn(tx, job);
      await outcome.write?.(tx);
      passPoint("outcome written", `${job.kind} ${outcome.type}`);
    },
    { closing: (tx) => [ending(tx, job, outcome), ...(outcome.closing?.(tx) ?? [])] },
  );
}

const ending = (tx: Tx, job: HeldJob, outcome: Extract<JobOutcome, { type: "done" | "continue" }>) =>
  outcome.type === "done" ? completion(tx, job, outcome.results ?? null) : continuation(tx, job, outcome);

async function recordFailure(tools: TurnTools, turn: Turn, thrown: unknown): Promise<void> {
  if (turn.stopped === "lease-lost" || isLeaseLost(thrown)) return;
  const { job } = turn;
  const db = tools.database.as(job.ownerId);
  if (turn.stopped) {
    await db.tx((tx) => handBack(tx, [job]), { single: true });
    return;
  }
  const error = toAppError(thrown);
  const delayMs = retryDelay(error, { attempt: job.attempt, baseMs: tools.backoffMs, random: tools.random });
  const status = await db.tx((tx) => failJob(tx, job, { error, delayMs }), { single: true });
  if (status === "retrying") tools.wakeAfter(delayMs);
  tools.log.warn("A job met an error.", { jobId: job.id, kind: job.kind, status, code: error.code, error: thrown });
}
