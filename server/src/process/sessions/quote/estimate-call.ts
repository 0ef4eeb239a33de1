import type { TokenRange } from "@dialectic/contract";
import type { ModelTerms } from "#models";
import { tokensWritten } from "../contributions/output-cap.ts";
import { add } from "./measure-text.ts";

export type RequestTokens = { inputTokens: number; outputTokens: number };

/** A document that will exist when the call is made, with its expected size and the model that will write it. */
export type Draft = { size: TokenRange; writer: ModelTerms };

/** The tokens of every request of a work order in three scenarios (low, expected, high), and the document it will produce. */
export type CallEstimate = {
  low: RequestTokens[];
  expected: RequestTokens[];
  high: RequestTokens[];
  draft: Draft;
  /** The input of the first request before it is limited by the window. */
  reads: TokenRange;
  /** The part of `reads` that is never shortened. */
  fixed: TokenRange;
  /** True if the text that the step asks for does not fit into the allowed requests. */
  isCutShort: boolean;
};

/** A call with a single estimate, or with one estimate for each model that may become the lead. */
export type QuotedCall = {
  stage: string;
  variants: readonly (CallEstimate & { cap: number; mayCombine: boolean; combiningCalls: number })[];
};

export type CallToEstimate = {
  writer: ModelTerms;
  /** The maximum size of one answer. */
  cap: number;
  /** The maximum number of requests: the first one and its continuations. */
  requests: number;
  /** The instructions and the first message, without the documents. */
  prompt: TokenRange;
  sources: readonly Draft[];
  /** The size of a message that asks to continue. */
  further: TokenRange;
  /** A request for missing artifacts, which is sent at most once, is larger than `further` by this many tokens. */
  longerOnce?: number | undefined;
  /** The number of words that the step asks for. */
  words: number;
};

/** The tokens that a chat format adds to each message. */
const perMessage: TokenRange = { low: 0, expected: 4, high: 16 };
/**
 * A text that is read again may be up to a tenth longer, because chunks are joined, authors masked, and the text tokenized
 * again.
 */
const readAgain = (tokens: number): number => Math.ceil((tokens * 11) / 10);
/** Room for the note that a text was cut off, and for closing an open table above the note. */
const gapNote = 256;
/** The greatest ratio between a text's token counts in two vocabularies; see docs/decisions/0012-the-quote.md. */
const betweenTokenizers = 5;

/** Computes sizes, not prices. The result always satisfies low <= expected <= high. */
export function estimateCall(input: CallToEstimate): CallEstimate {
  const { writer, cap, prompt, sources, words, longerOnce = 0 } = input;
  const frame = add(prompt, add(perMessage, perMessage));
  const reads = sources.map((source) => sizeFor(writer, source)).reduce(add, frame);
  const wanted = Math.ceil(words * tokensWritten);
  const written = Math.min(wanted, cap * input.requests);
  const between = add(input.further, add(perMessage, perMessage));
  const fit = (tokens: number) => Math.min(tokens, writer.contextWindow);
  const requests = Math.ceil(written / cap);
  return {
    low: [{ inputTokens: fit(reads.low), outputTokens: 1 }],
    expected: Array.from({ length: requests }, (_, n) => ({
      inputTokens: fit(reads.expected + n * (cap + between.expected)),
      outputTokens: Math.min(cap, written - n * cap),
    })),
    high: Array.from({ length: input.requests }, (_, n) => ({
      inputTokens: fit(reads.high + n * (readAgain(cap) + between.high) + (n > 0 ? longerOnce : 0)),
      outputTokens: cap,
    })),
    draft: { writer, size: { low: 0, expected: written, high: readAgain(cap * input.requests) + gapNote } },
    reads,
    fixed: frame,
    isCutShort: wanted > written,
  };
}

/** The size of a document in the reader's tokens. */
export function sizeFor(reader: ModelTerms, { size, writer }: Draft): TokenRange {
  const isSame = reader.id === writer.id || (reader.tokenizer === writer.tokenizer && reader.tokenizer !== "unknown");
  return isSame ? size : { ...size, high: size.high * betweenTokenizers };
}
