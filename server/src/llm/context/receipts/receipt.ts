import type { Fitted } from "../shorten/shorten-until-fits.ts";
import type { Span } from "../text/rank-units.ts";

/** The record of what was left out of a prompt before it was sent. */
export type Receipt = {
  model: string;
  contextWindow: number;
  /** The most tokens the prompt could have. */
  inputLimit: number;
  tokensBefore: number;
  tokensAfter: number;
  parts: ReceiptPart[];
};

export type ReceiptPart = {
  id: string;
  kind: "document" | "message";
  label: string;
  contentHash: string;
  from: number;
  to: number;
  /** The kept ranges of the original: their starts and ends, in UTF-16 units. */
  kept: number[];
  isReused: boolean;
};

export const flatSpans = (spans: readonly Span[]): number[] => spans.flatMap(({ start, end }) => [start, end]);

export function pairedSpans(flat: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) spans.push({ start: flat[at] ?? 0, end: flat[at + 1] ?? 0 });
  return spans;
}

export const receiptParts = (fitted: Fitted, hashOf: (text: string) => string): ReceiptPart[] =>
  fitted.shortened.map(({ candidate, tokens, part }) => ({
    id: candidate.id,
    kind: candidate.kind,
    label: candidate.label,
    contentHash: hashOf(candidate.text),
    from: tokens,
    to: part.tokens,
    kept: flatSpans(part.kept),
    isReused: part.isReused,
  }));
