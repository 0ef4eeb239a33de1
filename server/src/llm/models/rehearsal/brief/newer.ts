import { type Day, readDays } from "./dates.ts";
import { isName } from "./people.ts";
import { type Amount, type Quantity, readAmounts, readQuantities, unitStem } from "./quantities.ts";
import type { Saying } from "./saying.ts";
import { readSentences } from "./sentences.ts";

/** What the sayings add to or change in the brief's own figures, days, sums and names. */
export type Newer = { quantities: Quantity[]; amounts: Amount[]; days: Day[]; people: string[]; places: string[] };

const asksWhen = /\b(?:when|which day|by which|deadline|date)\b/i;
const asksHowMuch = /\b(?:how much|cost|budget|spend|sum|money|price)\b/i;
const asksWho = /\bwho\b/i;
const asksWhere = /\b(?:where|which place|what place|venue)\b/i;

export function readNewer(sayings: readonly Saying[]): Newer {
  const settled = sayings.filter((one) => !one.open);
  const linesOf = ({ text }: Saying) => readSentences(text).map((one) => one.text);
  const answersTo = (question: RegExp) => settled.filter((one) => question.test(one.question));
  return {
    // Places in the brief are counted by sentence; these stand in none of its sentences.
    quantities: settled.flatMap((one) => readQuantities(linesOf(one))).map((one) => ({ ...one, sentence: -1 })),
    amounts: settled.flatMap((one) =>
      readAmounts(linesOf(one)).map((found) => ({
        ...found,
        total: found.total || asksHowMuch.test(one.question),
        sentence: -1,
      })),
    ),
    days: settled.flatMap((one) =>
      readDays(linesOf(one)).map((found) => ({
        ...found,
        due: found.due || asksWhen.test(one.question) || one.kind === "feedback",
        sentence: -1,
      })),
    ),
    people: answersTo(asksWho)
      .flatMap((one) => one.text.match(/^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?/u)?.[0] ?? [])
      .filter(isName),
    places: answersTo(asksWhere).map((one) => one.text.replace(/[.!]$/, "")),
  };
}

/** A newer figure for the same thing replaces the older one. */
export function withNewer(own: readonly Quantity[], newer: readonly Quantity[]): Quantity[] {
  return newer.reduce<Quantity[]>((known, one) => [one, ...known.filter((old) => !replaces(one, old))], [...own]);
}

/** “two guests in wheelchairs” is not about the same guests as “300 guests”; “250 guests” is. */
function replaces(one: Quantity, old: Quantity): boolean {
  if (one.bounded || old.bounded || unitStem(one) !== unitStem(old)) return false;
  return Math.max(one.value, old.value) <= 4 * Math.min(one.value, old.value);
}
