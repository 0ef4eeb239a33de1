import type { JobId } from "@dialectic/contract";
import type { EmbeddingOutcome } from "#calls";
import type { JobCtx } from "#jobs";
import type { UserDb } from "#platform";
import type { CallScope } from "#wallet";

/** Turns texts into vectors; texts with similar meaning are near each other. */
export type Embedder = LocalEmbedder | ProviderEmbedder;

/** A model that runs inside this process: it is free and needs no network. */
export type LocalEmbedder = {
  /** Recorded with every embedding: vectors of different models cannot be compared. */
  readonly model: string;
  /** One vector of length 1 for each text. */
  embed(texts: readonly string[]): Promise<number[][]>;
  close(): Promise<void>;
};

/** A provider's model. Each user pays for it, with their own keys. */
export type ProviderEmbedder = {
  readonly model: string;
  /** The free built-in model. Searches may use its vectors until the provider's model has embedded every passage. */
  readonly before: LocalEmbedder;
  /** Embeds passages of a source, for an index job. The charge is settled in the transaction that saves the vectors. */
  embedPassages(ctx: JobCtx, passages: Passages): Promise<EmbeddingOutcome>;
  /** Embeds questions. Returns null if the call could not be paid for or was not answered in time. */
  embedQuestions(db: UserDb, questions: readonly string[]): Promise<number[][] | null>;
  close(): Promise<void>;
};

export type Passages = {
  texts: readonly string[];
  /** The same for every attempt of the same job. */
  key: string;
  job: { id: JobId; fence: bigint };
  scope: CallScope;
};

/** The model whose rate limits an index job respects; null for the built-in model, which has no rate limits. */
export const laneOf = (model: string | null): string | null => (model?.startsWith("embedded/") ? null : model);
