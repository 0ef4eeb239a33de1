import type { Units } from "./cut-units.ts";
import type { Span } from "./rank-units.ts";

/** The mark put where text was left out. */
export const ellipsis = "[…]";

/** A gap of at most this many characters between two kept spans is kept: a mark in its place would save nothing. */
const notWorthIt = 6;

/** The spans of a text that are kept, in order; adjacent ones are merged. */
export function keptSpans(text: string, units: Units, picked: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const unit of picked.toSorted((a, b) => a - b)) {
    const start = units.starts[unit] ?? 0;
    const end = units.ends[unit] ?? 0;
    const last = spans.at(-1);
    const isNext = last && (start - last.end <= notWorthIt || text.slice(last.end, start).trim() === "");
    if (last && isNext) last.end = end;
    else spans.push({ start, end });
  }
  return spans;
}

/** The kept spans, with a mark where something is missing. */
export function compose(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    const gap = text.slice(at, start);
    if (gap.trim() !== "") parts.push(signFor(gap, { isFirst: at === 0 }));
    else if (at > 0) parts.push(gap);
    parts.push(text.slice(start, end));
    at = end;
  }
  const rest = text.slice(at);
  if (rest.trim() !== "") parts.push(spans.length === 0 ? ellipsis : signFor(rest, { isLast: true }));
  // A cut may leave half of a surrogate pair, which PostgreSQL cannot store. It is replaced here, so that the stored text
  // equals the text that is sent.
  return parts.join("").toWellFormed();
}

function signFor(gap: string, { isFirst = false, isLast = false }): string {
  const space = gap.includes("\n") ? "\n" : " ";
  return `${isFirst ? "" : space}${ellipsis}${isLast ? "" : space}`;
}

/** For the receipt: the spans that were left out. */
export function leftOut(text: string, kept: readonly Span[]): (Span & { text: string })[] {
  const ends = [...kept, { start: text.length, end: text.length }];
  let at = 0;
  return ends.flatMap(({ start, end }) => {
    const gap = { start: at, end: start };
    at = end;
    const missing = text.slice(gap.start, gap.end);
    return missing.trim() === "" ? [] : [{ ...gap, text: missing }];
  });
}
