import { estimateTokens } from "../answer/usage.ts";

/** The beginning of a text that fits a window of tokens, by an estimate that errs upwards. Never half a character. */
export function cutToWindow(text: string, tokens: number): string {
  let cut = text.trim() === "" ? "." : text;
  // No tokenizer makes more than this many tokens of a window's worth of text: a long one is cut once before it is counted.
  cut = cut.slice(0, tokens * 8).toWellFormed();
  for (let counted = estimateTokens(cut); counted > tokens && cut.length > 1; counted = estimateTokens(cut)) {
    const length = Math.min(cut.length - 1, Math.floor((cut.length * tokens) / counted));
    cut = withoutHalf(cut.slice(0, Math.max(1, length)));
  }
  return cut;
}

const withoutHalf = (text: string): string =>
  /[\uD800-\uDBFF]$/.test(text) && text.length > 1 ? text.slice(0, -1) : text;
