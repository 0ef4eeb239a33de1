import { cutBack } from "./cut-back.ts";
import { joinChunks } from "./join-chunks.ts";
import { stopLoops } from "./stop-loops.ts";

export type TextChunk = { text: string; finish_reason: string };

/** How an answer ends that another chunk may carry on. */
export const isCut = (finishReason: string): boolean =>
  finishReason === "length" || finishReason === "interrupted" || finishReason === "content-filter";

/** A document from its chunks, in the order of their chain: overlaps taken once, loops stopped. */
export const assembleChunks = (texts: readonly string[]): string => stopLoops(joinChunks(texts));

/** What the chunks of a chain say together, finished or not: overlaps removed, and a break after one that ended by itself. */
export const joinedText = (chunks: readonly TextChunk[]): string => assembleChunks(chunks.map(closed));

/** What follows a cut-off chunk repeats its last, broken line; what follows any other chunk starts on its own line. */
const closed = ({ text, finish_reason }: TextChunk, index: number, all: readonly TextChunk[]): string => {
  if (index === all.length - 1) return text;
  return isCut(finish_reason) ? cutBack(text) : `${text.trimEnd()}\n\n`;
};
