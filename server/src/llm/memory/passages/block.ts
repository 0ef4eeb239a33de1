/**
 * A piece of a text that stands for itself: `heading`; `whole` (a table, a code fence: not to be cut if it can be
 * helped); `prose` (anything else). Offsets count UTF-16 units, as JavaScript does.
 */
export type Block = { kind: "heading" | "whole" | "prose"; start: number; end: number; depth: number };

/** In characters. A passage is about two hundred tokens: small enough to be to the point, large enough to say something. */
export const sizes = {
  /** Below this a text is not split for its topics. */
  aim: 900,
  /** A passage made by splitting is no smaller, if it can be helped. */
  least: 300,
  /** Prose above this is split. */
  most: 1_600,
  /** Tables and fences above this are split, at lines. */
  mostWhole: 8_000,
};
