/**
 * A block of a text: `heading`; `whole` (a table, a code fence: not cut if possible); `prose` (anything else). Offsets count UTF-16
 * units, as in JavaScript.
 */
export type Block = { kind: "heading" | "whole" | "prose"; start: number; end: number; depth: number };

/** Lengths in characters. A passage has about 200 tokens: small enough to be specific, large enough to be meaningful. */
export const sizes = {
  /** A shorter text is not split by topic. */
  aim: 900,
  /** If possible, a passage made by splitting has at least this size. */
  least: 300,
  /** Longer prose is split. */
  most: 1_600,
  /** Longer tables and code fences are split between lines. */
  mostWhole: 8_000,
};
