import type { FindingCode } from "@dialectic/contract";
import { joinedText } from "#documents";
import type { Json } from "#jobs";
import { countBy, countingOf } from "#models";
import { asOfFor, type WritingPolicy } from "../contributions/writing.ts";
import { combiningCap, lastCombiningContinuation, longEnough } from "./combining-sizes.ts";
import type { Part } from "./parts.ts";
import { factsOnly, partsToRead } from "./read-combined.ts";

/**
 * The findings of a combined text that are shown to a person: the model or its provider ended the answer early. `cut_off` is
 * not among them, because a longer text would not fit into the prompt that the combined text is for.
 */
const stoppedModel: ReadonlySet<FindingCode> = new Set(["refused", "filtered", "unknown_finish"]);

/**
 * The policy for writing a combined text. The text is written from `parts` of its sources and has no artifacts. If its first
 * request read the sources in full (`isReadWhole`), its continuations do so as well, so that no text is written partly from
 * shortened sources.
 */
export const combiningPolicy = (input: {
  parts: readonly Part[];
  isReadWhole: boolean;
  /** The payload of the job for the chain's next request. */
  payload: { [key: string]: Json };
}): WritingPolicy => ({
  read: async (db, writing, texts) => ({
    documents: partsToRead(writing.work, texts, input.parts),
    parts: await factsOnly(db, { work: writing.work, asOf: asOfFor(writing) }),
    toJudge: [],
  }),
  keepsSources: input.isReadWhole,
  outputCap: combiningCap,
  continuations: ({ chosen, words, cap }) => Math.min(chosen, lastCombiningContinuation({ words, cap })),
  expected: () => null,
  isLongEnough: (written, { words, terms }) =>
    countBy(countingOf(terms.tokenizer), joinedText(written)) >= longEnough(words),
  findings: ({ endings }) => endings.filter(({ code }) => stoppedModel.has(code)),
  next: (_, { isShortened }) => ({
    payload: { ...input.payload, isReadWhole: input.isReadWhole || !isShortened },
  }),
});
