import { cutBack } from "./cut-back.ts";
import { joinChunks } from "./join-chunks.ts";
import { takeLeadIn } from "./lead-in.ts";
import { stopLoops } from "./stop-loops.ts";

export type TextChunk = { text: string; finish_reason: string };

/** True if the finish reason means that the answer was cut off and another chunk may continue it. */
export const isCut = (finishReason: string): boolean =>
  finishReason === "length" || finishReason === "interrupted" || finishReason === "content-filter";

/** Joins the chunks of a document in order, and removes overlaps and loops. */
export const assembleChunks = (texts: readonly string[]): string => stopLoops(joinChunks(texts));

/**
 * The text of a chain's chunks, finished or not: overlaps removed, and a line break after a chunk that ended normally. A chunk
 * that only confirms the end is left out: joining it could double a repeated line or lose a last line without a line break.
 */
export const joinedText = (chunks: readonly TextChunk[]): string =>
  joined(confirmsEnd(chunks) ? chunks.slice(0, -1) : chunks);

function joined(chunks: readonly TextChunk[]): string {
  const thinking: string[] = [];
  const texts = chunks.map((chunk, index) => {
    const before = chunks[index - 1];
    if (!before || !isCut(before.finish_reason)) return closed(chunk, index, chunks);
    const taken = takeLeadIn(chunk.text);
    if (taken.thinking !== "") thinking.push(taken.thinking);
    return closed({ ...chunk, text: taken.text }, index, chunks);
  });
  // In its place, the thinking would hide that a chunk repeats the end of the text before it.
  return [assembleChunks(texts), ...thinking].join("\n\n");
}

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

/**
 * Prepares a chunk for joining: a cut-off chunk loses its broken last line, which the continuation repeats; any other chunk
 * ends with a blank line.
 */
const closed = ({ text, finish_reason }: TextChunk, index: number, all: readonly TextChunk[]): string => {
  if (index === all.length - 1) return text;
  return isCut(finish_reason) ? cutBack(text) : `${text.trimEnd()}\n\n`;
};
