import type { FindingCode } from "@dialectic/contract";
import { joinedText } from "#documents";
import type { Json } from "#jobs";
import { countBy, countingOf } from "#models";
import { asOfFor, type WritingPolicy } from "../contributions/writing.ts";
import { combiningCap, lastCombiningContinuation, longEnough } from "./combining-sizes.ts";
import type { Part } from "./parts.ts";
import { factsOnly, partsToRead } from "./read-combined.ts";

/** A text without artifacts is cut where its reader has no room for more: only an error of its model needs a person's attention. */
const stoppedModel: ReadonlySet<FindingCode> = new Set(["refused", "filtered", "unknown_finish"]);

/**
 * A combined text: it reads `parts` of its sources and has no artifacts of its own. A text whose sources were read whole at first
 * (`isReadWhole`) reads them whole to the end, so that it is not written half from whole and half from shortened sources.
 */
export const combiningPolicy = (input: {
  parts: readonly Part[];
  isReadWhole: boolean;
  /** The payload of a further request of the chain. */
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
