import type { JobId } from "@dialectic/contract";
import type { JobOutcome } from "#jobs";
import type { CallInput, CallResult, ModelSettings, Prompt, ReadyEmbedding, ReadyModel } from "#models";
import type { BeforeCommit, Log, Tx, UserDb } from "#platform";
import type { CallScope, HoldOutcome } from "#wallet";

/** Limits of the installation that apply to every call. */
export type CallLimits = {
  /** The share of the wallet, in percent, above which a call needs an approval. */
  approvalShare: number;
  /** How long calls to a provider that is down are retried; the circuit breaker's backoff stays within this time. */
  retryWindowMs: number;
};

/** The dependencies of job kinds that call models. */
export type CallTools = CallLimits & { models: ModelSettings };

/** The context of a call: its limits, and what the `ctx` of a job offers: database, abort signal, log. */
export type CallCtx = CallLimits & {
  db: UserDb;
  /** Runs a transaction. For the call of a job, it is fenced: it fails if another worker has taken over the job. */
  tx: Transaction;
  /**
   * Repeats a write while the database does not answer. A job's own `repeat` also renews a lease that expired in the outage.
   */
  repeat?: (<T>(write: () => Promise<T>) => Promise<T>) | undefined;
  signal: AbortSignal;
  log: Log;
};

export type Transaction = <T>(body: (db: Tx) => Promise<T>, options?: { beforeCommit?: BeforeCommit }) => Promise<T>;

/** Identifies a call, the job that makes it, and the scope that its cost is booked to. */
export type CallIdentity = {
  /** The same for every attempt, so that a call is charged once. */
  key: string;
  /** The job that makes the call, with its fencing number; null if a person's request makes it. */
  job: { id: JobId; fence: bigint } | null;
  scope: CallScope;
};

export type ModelCall<T = unknown> = CallIdentity &
  Pick<
    CallInput<T>,
    "tools" | "schema" | "cachePrefix" | "keepsInvalidCalls" | "keepsInvalidObject" | "mayBeEmpty" | "onText"
  > & {
    model: ReadyModel;
    prompt: Prompt;
    maxOutputTokens: number;
    /** True if a further attempt could be given a larger output cap. */
    mayRaiseCap?: boolean | undefined;
    /** The number of continuations that may follow. One approval covers them all. */
    continuations: number;
  };

export type EmbeddingCall = CallIdentity & {
  model: ReadyEmbedding;
  texts: readonly string[];
  purpose: "passage" | "question";
};

/**
 * The price of an answer, which is not settled yet. Commit `settle` in the transaction that saves the answer, or `lose`
 * if the answer cannot be saved. After `lose`, the call may be repeated under the same key; after `settle`, it may not.
 */
export type Charge = { amount: bigint; settle: BeforeCommit; lose: BeforeCommit };

/** The reason a call has no answer: no request was sent, or a further attempt needs a shorter prompt or a larger cap. */
export type Refusal = {
  ok: false;
  why:
    | Extract<HoldOutcome, { ok: false }>
    | { reason: "rate-limited"; waitMs: number }
    /** The caller should fit the prompt again: it will be shorter. */
    | { reason: "prompt-too-long" }
    /** The model used its whole output cap for thinking. The next attempt gets a larger cap. */
    | { reason: "cap-spent" };
};

export type CallOutcome<T = unknown> = { ok: true; answer: CallResult<T>; charge: Charge } | Refusal;

export type EmbeddingOutcome = { ok: true; vectors: number[][]; charge: Charge } | Refusal;

/** Saves an answer and settles its charge in one transaction: both are committed, or neither. */
export const saveWithCharge = <T>(
  ctx: { tx: Transaction },
  { settle }: Charge,
  save: (db: Tx) => Promise<T>,
): Promise<T> => ctx.tx(save, { beforeCommit: settle });

/** The outcome of a job whose call was refused: the job waits, or it pauses until a person has paid or approved. */
export function outcomeOf({ why }: Refusal): JobOutcome {
  if (why.reason === "rate-limited") return { type: "snooze", delayMs: why.waitMs };
  if (why.reason === "prompt-too-long" || why.reason === "cap-spent") return { type: "snooze", delayMs: 0 };
  return { type: "pause", reason: why.reason === "approval-needed" ? "approval" : "funds" };
}
