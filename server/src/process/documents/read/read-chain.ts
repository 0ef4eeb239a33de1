import { confirmsEnd, joinedText, repetitionsIn } from "../stitch/assemble.ts";
import { correctAnswer } from "./correct-answer.ts";
import { type Expected, type ReadAnswer, readAnswer } from "./read-answer.ts";

/** One answer. `asked_for`: the keys of artifacts that its request asked for again. */
export type ReadableChunk = { text: string; finish_reason: string; asked_for: readonly string[] };

/** Joins the answers of a chain into one text. Artifacts that were requested again replace the faulty ones. */
export function readChain(
  chunks: readonly ReadableChunk[],
  expected: Expected,
): Pick<ReadAnswer, "markdown" | "thinking" | "problems"> {
  const at = correctionAt(chunks);
  const first = readAnswer(joinedText(at < 0 ? chunks : chunks.slice(0, at)), expected);
  if (at < 0) return first;
  const asked = chunks[at]?.asked_for ?? [];
  return correctAnswer(first, { text: joinedText(chunks.slice(at)), asked, expected });
}

/** True if the model had nothing to add to its last text, although the provider never said that the text had ended. */
export function endIsConfirmed(chunks: readonly ReadableChunk[]): boolean {
  const at = correctionAt(chunks);
  return confirmsEnd(at < 0 ? chunks : chunks.slice(at));
}

/**
 * How many repetitions were removed from the end of the last text because the model was in a loop when it was cut off.
 */
export function repetitionsRemoved(chunks: readonly ReadableChunk[]): number {
  const at = correctionAt(chunks);
  return repetitionsIn(at < 0 ? chunks : chunks.slice(at));
}

/**
 * The index of the first answer to a request that asks for artifacts again; -1 if there is none. A new text starts
 * there.
 */
const correctionAt = (chunks: readonly ReadableChunk[]): number =>
  chunks.findIndex(({ asked_for }) => asked_for.length > 0);
