import type { UserDb } from "#platform";
import type { Embedder } from "./embed/embedder.ts";

/** `embedder` is null for a search by words alone. */
export type MemoryCtx = { db: UserDb; embedder: Embedder | null };
