import { cutBack } from "./cut-back.ts";
import { joinChunks } from "./join-chunks.ts";
import { takeLeadIn } from "./lead-in.ts";
import { stopLoop } from "./stop-loops.ts";

export type TextChunk = { text: string; finish_reason: string };

/** True if the finish reason means that the answer was cut off and another chunk may continue it. */
export const isCut = (finishReason: string): boolean =>
  finishReason === "length" || finishReason === "interrupted" || finishReason === "content-filter";

/** True if the answer was cut off, so that a loop at its end may be removed. A complete answer may have equal rows. */
const wasStopped = (finishReason: string): boolean => isCut(finishReason) || finishReason === "context-window";

/**
 * Joins the chunks of a chain, finished or not, into one text: removes overlaps and the loop at the end of a cut-off answer,
 * and adds a blank line after a chunk that ended normally. Leaves out a chunk that only confirms the end: joining it could
 * double a repeated line, or lose a last line that has no line break.
 */
export function joinedText(chunks: readonly TextChunk[]): string {
  const { text, thinking } = stopped(chunks);
  // Thinking is moved to the end: between two chunks it would hide that the second repeats the end of the first.
  return [text, ...thinking].join("\n\n");
}

/** How many repetitions `joinedText` removes from the end of a text whose model was stuck in a loop. */
export const repetitionsIn = (chunks: readonly TextChunk[]): number => stopped(chunks).repetitions;

function stopped(chunks: readonly TextChunk[]): { text: string; repetitions: number; thinking: string[] } {
  if (confirmsEnd(chunks)) return { ...joined(chunks.slice(0, -1)), repetitions: 0 };
  const { text, thinking } = joined(chunks);
  const isLoop = wasStopped(chunks.at(-1)?.finish_reason ?? "stop");
  return { ...(isLoop ? stopLoop(text) : { text, repetitions: 0 }), thinking };
}

function joined(chunks: readonly TextChunk[]): { text: string; thinking: string[] } {
  const thinking: string[] = [];
  const texts = chunks.map((chunk, index) => {
    const before = chunks[index - 1];
    if (!before || !isCut(before.finish_reason)) return closed(chunk, index, chunks);
    const taken = takeLeadIn(chunk.text);
    if (taken.thinking !== "") thinking.push(taken.thinking);
    return closed({ ...chunk, text: taken.text }, index, chunks);
  });
  const broken = chunks.map(({ text, finish_reason: finish }) =>
    isCut(finish) ? text.slice(cutBack(text).length) : "",
  );
  return { text: joinChunks(texts, broken), thinking };
}

/**
 * True if a model that was asked to continue an answer without a finish reason had nothing to add: its last chunk is empty,
 * or repeats the end of the text.
 */
export function confirmsEnd(chunks: readonly TextChunk[]): boolean {
  const [before, last] = chunks.slice(-2);
  if (!before || !last || before.finish_reason !== "interrupted") return false;
  if (last.finish_reason !== "interrupted" && last.finish_reason !== "stop") return false;
  return joined(chunks.slice(0, -1)).text.trimEnd().endsWith(last.text.trim());
}

/**
 * Prepares a chunk for joining: a cut-off chunk loses its broken last line, which the continuation repeats; any other chunk
 * gets a blank line at its end. The last chunk is not changed.
 */
const closed = ({ text, finish_reason }: TextChunk, index: number, all: readonly TextChunk[]): string => {
  if (index === all.length - 1) return text;
  return isCut(finish_reason) ? cutBack(text) : `${text.trimEnd()}\n\n`;
};
