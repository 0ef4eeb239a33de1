import type { JobId } from "@dialectic/contract";
import type { JobOutcome } from "#jobs";
import type { CallInput, CallResult, ModelSettings, Prompt, ReadyEmbedding, ReadyModel } from "#models";
import type { BeforeCommit, Log, Tx, UserDb } from "#platform";
import type { CallScope, HoldOutcome } from "#wallet";

/** Limits of the installation that apply to every call. */
export type CallLimits = {
  /** A call that may cost more than this share of the wallet, in percent, needs an approval. */
  approvalShare: number;
  /** Calls to a provider that is down are retried this long: the circuit breaker's backoff fits into it. */
  retryWindowMs: number;
};

/** The dependencies of job kinds that call models. */
export type CallTools = CallLimits & { models: ModelSettings };

/** The context of a call: a job's own `ctx` and the limits. */
export type CallCtx = CallLimits & {
  db: UserDb;
  /** Fenced if the call belongs to a job: fails if another worker has the job now. */
  tx: Transaction;
  /** A job's own, which also renews a lease that expired in an outage. Without a job, a write is repeated while the database does not answer. */
  repeat?: (<T>(write: () => Promise<T>) => Promise<T>) | undefined;
  signal: AbortSignal;
  log: Log;
};

export type Transaction = <T>(body: (db: Tx) => Promise<T>, options?: { beforeCommit?: BeforeCommit }) => Promise<T>;

/** Identifies a call, its caller and the account of its cost. */
export type CallIdentity = {
  /** The same for every attempt: a call is charged once. */
  key: string;
  /** The job that makes the call, under its fence; null for a request of a person. */
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
    /** Number of continuations that may follow: one approval covers them all. */
    continuations: number;
  };

export type EmbeddingCall = CallIdentity & {
  model: ReadyEmbedding;
  texts: readonly string[];
  purpose: "passage" | "question";
};

/**
 * The price of an answer. It is not settled yet: commit `settle` in the transaction that saves the answer, or `lose` if it cannot be
 * saved. A lost answer may be requested again under the same key, a settled one may not.
 */
export type Charge = { amount: bigint; settle: BeforeCommit; lose: BeforeCommit };

/** The reason no request was sent, or the provider's refusal of a prompt that is too long. */
export type Refusal = {
  ok: false;
  why:
    | Extract<HoldOutcome, { ok: false }>
    | { reason: "rate-limited"; waitMs: number }
    /** The caller should fit the prompt again: it will be shorter. */
    | { reason: "prompt-too-long" }
    /** The model used its whole cap for thinking. The next attempt has more room. */
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

/** The outcome of a job whose call was refused: it waits, or it pauses until a person has paid or approved. */
export function outcomeOf({ why }: Refusal): JobOutcome {
  if (why.reason === "rate-limited") return { type: "snooze", delayMs: why.waitMs };
  if (why.reason === "prompt-too-long" || why.reason === "cap-spent") return { type: "snooze", delayMs: 0 };
  return { type: "pause", reason: why.reason === "approval-needed" ? "approval" : "funds" };
}
