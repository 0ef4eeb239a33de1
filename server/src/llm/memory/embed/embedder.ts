import type { JobId } from "@dialectic/contract";
import type { EmbeddingOutcome } from "#calls";
import type { JobCtx } from "#jobs";
import type { UserDb } from "#platform";
import type { CallScope } from "#wallet";

/** Turns texts into vectors; texts that mean the same are near each other. */
export type Embedder = LocalEmbedder | ProviderEmbedder;

/** Inside this process: nothing to pay, nobody to ask. */
export type LocalEmbedder = {
  /** Recorded with every embedding: vectors of different models cannot be compared. */
  readonly model: string;
  /** One vector of length 1 for each text. */
  embed(texts: readonly string[]): Promise<number[][]>;
  close(): Promise<void>;
};

/** A provider's model: whoever asks does so with keys of their own, and pays. */
export type ProviderEmbedder = {
  readonly model: string;
  /** What searches may go by until this model has taken over: the embedded one costs nothing. */
  readonly before: LocalEmbedder;
  /** For passages of a source, by its job; the charge is settled with the transaction that saves the vectors. */
  embedPassages(ctx: JobCtx, passages: Passages): Promise<EmbeddingOutcome>;
  /** For what is asked just now. Null: it could not be paid, or got no answer in time. */
  embedQuestions(db: UserDb, questions: readonly string[]): Promise<number[][] | null>;
  close(): Promise<void>;
};

export type Passages = {
  texts: readonly string[];
  /** The same at every attempt of the same job. */
  key: string;
  job: { id: JobId; fence: bigint };
  scope: CallScope;
};

/** Jobs that ask a provider keep to its limits; the embedded model has none. */
export const laneOf = (model: string | null): string | null => (model?.startsWith("embedded/") ? null : model);
