import type { UserDb } from "#platform";
import type { Embedder } from "./embed/embedder.ts";

/** `embedder` is null where no vectors are wanted: then words alone decide. */
export type MemoryCtx = { db: UserDb; embedder: Embedder | null };
