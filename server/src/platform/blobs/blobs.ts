import type { Readable } from "node:stream";

/**
 * Files addressed by the hash of their content. A reader gets a whole file or none. The caller stores the file first and then
 * writes the row that names it; `collectBlobs` removes files that no row names.
 */
export type Blobs = {
  /** Stores a file under its hash. A file that is already there is stored again, which resets its age. */
  put(input: { file: string; sha256: string; bytes: number }): Promise<void>;
  /** Null if there is no such file. */
  get(sha256: string): Promise<{ stream: Readable; bytes: number } | null>;
  /** Succeeds if there is no such file. */
  remove(sha256: string): Promise<void>;
  list(): AsyncGenerator<{ sha256: string; putAt: Date }>;
};

export const isBlobName = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);
