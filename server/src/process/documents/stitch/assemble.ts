import { cutBack } from "./cut-back.ts";
import { joinChunks } from "./join-chunks.ts";
import { stopLoops } from "./stop-loops.ts";

export type TextChunk = { text: string; finish_reason: string };

/** The finish reasons of an answer that another chunk may continue. */
export const isCut = (finishReason: string): boolean =>
  finishReason === "length" || finishReason === "interrupted" || finishReason === "content-filter";

/** A document from its chunks, in order: overlaps and loops removed. */
export const assembleChunks = (texts: readonly string[]): string => stopLoops(joinChunks(texts));

/**
 * The text of a chain's chunks, finished or not: overlaps removed, and a line break after a chunk that ended normally. A chunk that
 * only confirms the end is left out, because a repeated line would be doubled, and a last line without a line break lost.
 */
export const joinedText = (chunks: readonly TextChunk[]): string =>
  joined(confirmsEnd(chunks) ? chunks.slice(0, -1) : chunks);

const joined = (chunks: readonly TextChunk[]): string => assembleChunks(chunks.map(closed));

/**
 * True if a model that was asked to continue an answer without a finish reason had nothing to add: its last chunk is empty, or
 * repeats the end of the text.
 */
export function confirmsEnd(chunks: readonly TextChunk[]): boolean {
  const [before, last] = chunks.slice(-2);
  if (!before || !last || before.finish_reason !== "interrupted") return false;
  if (last.finish_reason !== "interrupted" && last.finish_reason !== "stop") return false;
  return joined(chunks.slice(0, -1)).trimEnd().endsWith(last.text.trim());
}

/** A continuation of a cut-off chunk repeats its last, broken line; the text after any other chunk starts on a new line. */
const closed = ({ text, finish_reason }: TextChunk, index: number, all: readonly TextChunk[]): string => {
  if (index === all.length - 1) return text;
  return isCut(finish_reason) ? cutBack(text) : `${text.trimEnd()}\n\n`;
};
