import type { Readable } from "node:stream";

/**
 * Files by the hash of their content, on this machine or elsewhere. A reader meets a whole file or none; who stores one
 * writes the row that names it afterwards, and what no row names is collected later (`collectBlobs`).
 */
export type Blobs = {
  /** Stores a file under its hash. What is there already is put again: its age begins anew. */
  put(input: { file: string; sha256: string; bytes: number }): Promise<void>;
  /** Null: there is none. */
  get(sha256: string): Promise<{ stream: Readable; bytes: number } | null>;
  /** Removing what is not there is done already. */
  remove(sha256: string): Promise<void>;
  list(): AsyncGenerator<{ sha256: string; putAt: Date }>;
};

export const isBlobName = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);
