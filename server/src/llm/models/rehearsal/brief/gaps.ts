import { joinWords, quoted } from "../phrasing.ts";
import { fragmentAround, fragmentsOf } from "./fragments.ts";
import { type Amount, isMeasure, type Quantity } from "./quantities.ts";

/** Something the plan needs and the brief does not say, with what to assume meanwhile. */
export type Gap = {
  kind: "deadline" | "budget" | "owner" | "contradiction" | "undecided" | "success";
  question: string;
  decides: string;
  otherwise: string;
};

const undecided =
  /\b(?:not (?:yet )?(?:chosen|decided|known|clear|sure)|not know|don't know|undecided|unclear|unsure|t\.?b\.?[dc]\b|to be (?:decided|confirmed)|haven't|have not|is open|still open|nobody has|no idea)\b/i;

export function findGaps(input: {
  short: string;
  sentences: readonly string[];
  quantities: readonly Quantity[];
  amounts: readonly Amount[];
  hasDay: boolean;
  deciders: readonly string[];
}): Gap[] {
  const { short, sentences } = input;
  const gaps: Gap[] = [...contradictions(input.quantities), ...twoTotals(input.amounts), ...saysTooLittle(sentences)];
  if (!input.hasDay) {
    gaps.push({
      kind: "deadline",
      question: `By which day must the ${short} be done?`,
      decides: `how much of the ${short} can run at the same time, and what must wait`,
      otherwise: `count in weeks from the day the ${short} is given the go-ahead`,
    });
  }
  if (input.amounts.length === 0) {
    gaps.push({
      kind: "budget",
      question: `How much may the ${short} cost at the very most?`,
      decides: `which parts of the ${short} are bought, borrowed or dropped`,
      otherwise: `spend nothing on the ${short} that cannot be undone, and price every part first`,
    });
  }
  if (input.deciders.length === 0) {
    gaps.push({
      kind: "owner",
      question: `Who decides about the ${short} when opinions differ?`,
      decides: `whose yes ends a discussion about the ${short}`,
      otherwise: `whoever wrote the request decides about the ${short}`,
    });
  }
  for (const text of sentences.filter((one) => undecided.test(one) || one.endsWith("?")).slice(0, 3)) {
    const open = fragmentAround(text, undecided);
    gaps.push({
      kind: "undecided",
      question: `How is this settled, and by whom: ${quoted(open)}?`,
      decides: `what in the ${short} may begin before it is settled`,
      otherwise: `whatever can still be reversed, at the lowest price`,
    });
  }
  if (!sentences.some((text) => /\b(?:success|goal|target|measure|so that|expect|want to see)\b/i.test(text))) {
    gaps.push({
      kind: "success",
      question: `How will anyone see afterwards that the ${short} was worth it?`,
      decides: `what is measured from the first day of the ${short}`,
      otherwise: `count what the brief asks for and compare it with what was delivered`,
    });
  }
  return gaps;
}

function saysTooLittle(sentences: readonly string[]): Gap[] {
  const all = sentences.join(" ");
  if (all.length >= 60) return [];
  const whole = quoted(fragmentsOf(sentences[0] ?? "")[0] ?? "");
  return [
    {
      kind: "undecided",
      question: `Beyond ${whole}, what should be different when this is done, and for whom?`,
      decides: `nearly everything, because ${whole} is all the brief says`,
      otherwise: `take ${whole} literally and stop at the first result somebody can look at`,
    },
  ];
}

function contradictions(quantities: readonly Quantity[]): Gap[] {
  const byUnit = Map.groupBy(
    quantities.filter((one) => !one.bounded && !isMeasure(one.unit)),
    (one) => one.unit.replace(/s$/, ""),
  );
  return [...byUnit.values()].flatMap((same) => {
    const largest = Math.max(...same.map((one) => one.value));
    // “300 guests” and “two guests in wheelchairs” are about different guests; “300” and “250” hardly are.
    const near = same.filter((one) => one.value * 4 >= largest);
    const values = new Map(near.map((one) => [one.value, one.text]));
    return values.size < 2 ? [] : [contradiction([...values.values()])];
  });
}

function twoTotals(amounts: readonly Amount[]): Gap[] {
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
    otherwise: `plan with ${quoted(texts[0] ?? "")} and check again before anything is ordered`,
  };
}
