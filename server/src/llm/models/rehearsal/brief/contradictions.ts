import { joinWords, quoted } from "../phrasing.ts";
import { fragmentsOf } from "./fragments.ts";
import type { Gap } from "./gap.ts";
import { type Amount, isMeasure, type Quantity, unitStem } from "./quantities.ts";
import type { Saying } from "./saying.ts";

/** Facts that disagree, as long as nobody has chosen between them. */
export function disputes(sayings: readonly Saying[]): Gap[] {
  const open = sayings.filter((one) => one.against.length > 0);
  return open.flatMap((one): Gap[] => {
    const other = sayings.find((rival) => one.against.some((id) => rival.source === `[${id}]`));
    // Each names the other: the pair is asked about once.
    if (!other || (other.open && sayings.indexOf(other) < sayings.indexOf(one))) return [];
    const [mine = "", theirs = ""] = [one, other].map((each) => fragmentsOf(each.text)[0] ?? "");
    return [
      {
        kind: "contradiction",
        question: `${one.source} says ${quoted(mine)} and ${other.source} says ${quoted(theirs)}: which of them holds?`,
        decides: `everything that rests on ${one.source} or ${other.source}`,
        otherwise: "neither of them, and leave for later what rests on them",
      },
    ];
  });
}

export function contradictions(quantities: readonly Quantity[]): Gap[] {
  const byUnit = Map.groupBy(
    quantities.filter((one) => !one.bounded && !isMeasure(one.unit)),
    unitStem,
  );
  return [...byUnit.values()].flatMap((same) => {
    const largest = Math.max(...same.map((one) => one.value));
    // “300 guests” and “two guests in wheelchairs” are about different guests; “300” and “250” hardly are.
    const near = same.filter((one) => one.value * 4 >= largest);
    const values = new Map(near.map((one) => [one.value, one.text]));
    return values.size < 2 ? [] : [contradiction([...values.values()])];
  });
}

export function twoTotals(amounts: readonly Amount[]): Gap[] {
  const totals = new Map(amounts.filter((one) => one.total).map((one) => [`${one.sentence}:${one.value}`, one]));
  const sentences = new Set([...totals.values()].map((one) => one.sentence));
  const values = new Set([...totals.values()].map((one) => one.value));
  return sentences.size > 1 && values.size > 1 ? [contradiction([...totals.values()].map((one) => one.text))] : [];
}

function contradiction(texts: string[]): Gap {
  const figures = joinWords(texts.map(quoted));
  return {
    kind: "contradiction",
    question: `The brief says ${figures}: which of them holds?`,
    decides: `every size and sum that is derived from ${figures}`,
    otherwise: `${quoted(texts[0] ?? "")}, and check again before anything is ordered`,
  };
}
