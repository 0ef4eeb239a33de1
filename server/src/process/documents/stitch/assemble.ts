import { cutBack } from "./cut-back.ts";
import { joinChunks } from "./join-chunks.ts";
import { stopLoops } from "./stop-loops.ts";

export type TextChunk = { text: string; finish_reason: string };

/** The finish reasons of an answer that another chunk may continue. */
export const isCut = (finishReason: string): boolean =>
  finishReason === "length" || finishReason === "interrupted" || finishReason === "content-filter";

/** A document from its chunks, in order: overlaps and loops removed. */
export const assembleChunks = (texts: readonly string[]): string => stopLoops(joinChunks(texts));

/** The text of a chain's chunks, finished or not: overlaps removed, and a line break after a chunk that ended normally. */
export const joinedText = (chunks: readonly TextChunk[]): string => assembleChunks(chunks.map(closed));

/** A continuation of a cut-off chunk repeats its last, broken line; the text after any other chunk starts on a new line. */
const closed = ({ text, finish_reason }: TextChunk, index: number, all: readonly TextChunk[]): string => {
  if (index === all.length - 1) return text;
  return isCut(finish_reason) ? cutBack(text) : `${text.trimEnd()}\n\n`;
};
