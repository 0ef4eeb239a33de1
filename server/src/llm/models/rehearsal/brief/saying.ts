import { quoted } from "../phrasing.ts";

/** Something people said besides the brief: a condition, a fact, an answer, feedback. */
export type Saying = {
  kind: "overlay" | "fact" | "answer" | "feedback";
  /** How a sentence names it: “[F1]”, “the feedback on [D1]”. */
  source: string;
  text: string;
  /** What it answers; empty unless it is an answer. */
  question: string;
  /** The facts it disagrees with. */
  against: readonly string[];
  /** Nobody has settled it: a fact in conflict, or a default that stands in for an answer. */
  open: boolean;
};

/** Whom a quotation is from. It is looked up rather than remembered, so that no quotation is ever put in the wrong mouth. */
export function whoSays(said: { onOneLine: string; sayings: readonly Saying[] }, quote: string): string {
  if (said.onOneLine.includes(quote)) return "the brief";
  return said.sayings.findLast((one) => onOneLine(one.text).includes(quote))?.source ?? "the brief";
}

/** “the brief says “300 guests””, “[F1] says “250 guests””. */
export const saysIt = (said: Parameters<typeof whoSays>[0], quote: string): string =>
  `${whoSays(said, quote)} says ${quoted(quote)}`;

export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
