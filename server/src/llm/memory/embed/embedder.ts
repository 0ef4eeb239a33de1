/** Turns texts into vectors; texts that mean the same are near each other. */
export type Embedder = {
  /** Recorded with every embedding: vectors of different models cannot be compared. */
  readonly model: string;
  /** One vector of length 1 for each text. */
  embed(texts: readonly string[]): Promise<number[][]>;
  close(): Promise<void>;
};
