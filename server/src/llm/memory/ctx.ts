import type { UserDb } from "#platform";
import type { Embedder } from "./embed/embedder.ts";

/** If `embedder` is null, searches use words only. */
export type MemoryCtx = { db: UserDb; embedder: Embedder | null };
