import type { JobId } from "@dialectic/contract";
import type { CallInput, CallResult, EmbeddingInput, ModelSettings, Usage } from "#models";
import type { Clock, Closing, Log, Tx, UserDb } from "#platform";
import type { CallScope } from "#wallet";

/** What of the installation's settings a call needs. */
export type CallTools = {
  models: ModelSettings;
  /** A call above this share of the wallet, in percent, waits for somebody's approval. */
  approvalShare: number;
  /** How long calls to a provider that is down are retried: the circuit breaker's backoff fits into it. */
  retryWindowMs: number;
};

/** What a call needs of the turn it is made in: all of it is in a job's `ctx`. */
export type PayingCtx = {
  db: UserDb;
  /** A transaction that fails if the job is not ours any more. */
  tx<T>(body: (db: Tx) => Promise<T>): Promise<T>;
  signal: AbortSignal;
  log: Log;
  clock: Clock;
};

export type PaidCall = Pick<CallInput, "instructions" | "messages" | "isReadAgain"> & {
  model: string;
  maxOutputTokens: number;
  /** The call, the same at every attempt. */
  key: string;
  /** The job it is made for, under its fence; null for a call of a person at a door. */
  job: { id: JobId; fence: bigint } | null;
  scope: CallScope;
  /** How many further turns of the same chain may follow: one approval is asked for all of them. */
  turnsToCome: number;
};

/** Texts to be turned into vectors by one request; all else as for any call. */
export type PaidEmbedding = Pick<PaidCall, "model" | "key" | "job" | "scope"> &
  Pick<EmbeddingInput, "texts" | "purpose">;

/** Vectors that are not paid yet: book them in the transaction that keeps them. */
export type PaidVectors = { vectors: number[][]; usage: Usage; cost: bigint; booking: Closing };

/** An answer that is not paid yet: close the transaction that saves it with its `booking`. */
export type PaidAnswer = CallResult & { cost: bigint; booking: Closing };
