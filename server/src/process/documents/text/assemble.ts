import { joinChunks } from "./join-chunks.ts";
import { stopLoops } from "./stop-loops.ts";

/** A document from its chunks, in the order of their chain: overlaps taken once, loops stopped. */
export const assembleChunks = (texts: readonly string[]): string => stopLoops(joinChunks(texts));
