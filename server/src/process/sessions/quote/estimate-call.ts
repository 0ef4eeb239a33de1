import type { TokenRange } from "@dialectic/contract";
import type { ModelTerms } from "#models";
import { tokensWritten } from "../contributions/output-cap.ts";
import { add } from "./measure-text.ts";

export type Turn = { inputTokens: number; outputTokens: number };

/** A document that somebody writes before it is read. */
export type Draft = { size: TokenRange; writer: ModelTerms };

/** One work order in three courses, turn by turn, and the document that comes of it. */
export type CallEstimate = {
  low: Turn[];
  expected: Turn[];
  high: Turn[];
  draft: Draft;
  /** What the first turn reads, before the window limits it; and how much of that is never shortened. */
  reads: TokenRange;
  fixed: TokenRange;
  /** The words asked for take more turns than there are. */
  isCutShort: boolean;
};

/** The same, in its place: one estimate, or one for each model that may turn out to be the lead. */
export type QuotedCall = {
  stage: string;
  variants: readonly (CallEstimate & { cap: number; mayCombine: boolean; combiningCalls: number })[];
};

export type CallToEstimate = {
  writer: ModelTerms;
  /** The largest answer of one turn. */
  cap: number;
  /** How many turns it may take: the first and its continuations. */
  turns: number;
  /** Instructions and first message, without the documents. */
  prompt: TokenRange;
  sources: readonly Draft[];
  /** A message that asks for more, and how much longer one of them may be: what is missing is asked for once. */
  further: TokenRange;
  longerOnce?: number | undefined;
  /** The words asked for. */
  words: number;
};

/** What a chat format puts around a message. */
const perMessage: TokenRange = { low: 0, expected: 4, high: 16 };
/** A document is its chunks joined, with authors masked, cut anew into tokens: a tenth may be added. */
const readAgain = (tokens: number): number => Math.ceil((tokens * 11) / 10);
/** The note that a text was cut off, and what closes an open table before it. */
const gapNote = 256;
/** The same text in the tokens of two vocabularies: see docs/decisions/0012-the-quote.md for where this comes from. */
const betweenTokenizers = 5;

/** Sizes alone; what they cost is another question. Low, expected and high never cross. */
export function estimateCall(input: CallToEstimate): CallEstimate {
  const { writer, cap, prompt, sources, words, longerOnce = 0 } = input;
  const frame = add(prompt, add(perMessage, perMessage));
  const reads = sources.map((source) => sizeFor(writer, source)).reduce(add, frame);
  const wanted = Math.ceil(words * tokensWritten);
  const written = Math.min(wanted, cap * input.turns);
  const between = add(input.further, add(perMessage, perMessage));
  const fit = (tokens: number) => Math.min(tokens, writer.contextWindow);
  const turns = Math.ceil(written / cap);
  return {
    low: [{ inputTokens: fit(reads.low), outputTokens: 1 }],
    expected: Array.from({ length: turns }, (_, turn) => ({
      inputTokens: fit(reads.expected + turn * (cap + between.expected)),
      outputTokens: Math.min(cap, written - turn * cap),
    })),
    high: Array.from({ length: input.turns }, (_, turn) => ({
      inputTokens: fit(reads.high + turn * (readAgain(cap) + between.high) + (turn > 0 ? longerOnce : 0)),
      outputTokens: cap,
    })),
    draft: { writer, size: { low: 0, expected: written, high: readAgain(cap * input.turns) + gapNote } },
    reads,
    fixed: frame,
    isCutShort: wanted > written,
  };
}

/** A document in its reader's tokens. */
export function sizeFor(reader: ModelTerms, { size, writer }: Draft): TokenRange {
  const isSame = reader.id === writer.id || (reader.tokenizer === writer.tokenizer && reader.tokenizer !== "unknown");
  return isSame ? size : { ...size, high: size.high * betweenTokenizers };
}
