import { quoted } from "../phrasing.ts";
import { contradictions, disputes, twoTotals } from "./contradictions.ts";
import { fragmentAround, fragmentsOf } from "./fragments.ts";
import type { Gap } from "./gap.ts";
import type { Amount, Quantity } from "./quantities.ts";
import type { Saying } from "./saying.ts";

const undecided =
  /\b(?:not (?:yet )?(?:chosen|decided|known|clear|sure)|not know|don't know|undecided|unclear|unsure|t\.?b\.?[dc]\b|to be (?:decided|confirmed)|haven't|have not|is open|still open|nobody has|no idea)\b/i;

type Material = {
  short: string;
  english: boolean;
  sentences: readonly string[];
  quantities: readonly Quantity[];
  amounts: readonly Amount[];
  hasDay: boolean;
  hasPlace: boolean;
  deciders: readonly string[];
  sayings: readonly Saying[];
};

/** What nobody has said or answered yet, the contradictions first. */
export function findGaps(input: Material): Gap[] {
  const { sentences, sayings } = input;
  const answered = new Set(sayings.map((one) => bareQuestion(one.question)));
  const gaps: Gap[] = [
    ...disputes(sayings),
    ...contradictions(input.quantities),
    ...twoTotals(input.amounts),
    ...saysTooLittle(sentences),
    ...basics(input),
    ...undecidedPoints(input),
    ...successUnknown(input),
  ];
  return gaps.filter((gap) => !answered.has(bareQuestion(gap.question)));
}

/** Two questions are the same when their words are. */
export const bareQuestion = (question: string): string =>
  question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** When, how much, who, where. */
function basics({ short, ...input }: Material): Gap[] {
  const gaps: Gap[] = [];
  if (!input.hasDay) {
    gaps.push({
      kind: "deadline",
      question: `By which day must the ${short} be done?`,
      decides: `how much of the ${short} can run at the same time, and what must wait`,
      otherwise: `weeks counted from the day the ${short} is given the go-ahead`,
    });
  }
  if (input.amounts.length === 0) {
    gaps.push({
      kind: "budget",
      question: `How much may the ${short} cost at the very most?`,
      decides: `which parts of the ${short} are bought, borrowed or dropped`,
      otherwise: `that nothing is spent on the ${short} that cannot be undone, and that every part is priced first`,
    });
  }
  if (input.deciders.length === 0) {
    gaps.push({
      kind: "owner",
      question: `Who decides about the ${short} when opinions differ?`,
      decides: `whose yes ends a discussion about the ${short}`,
      otherwise: `that whoever wrote the request decides about the ${short}`,
    });
  }
  if (!input.hasPlace && needsPlace(input)) {
    gaps.push({
      kind: "place",
      question: `Where exactly does the ${short} take place?`,
      decides: `how people and goods get there, and which rules of the house bind the ${short}`,
      otherwise: `a place without steps, power or storage, so that the ${short} fits nearly anywhere`,
    });
  }
  return gaps;
}

const happensSomewhere =
  /\b(?:guests?|visitors?|party|wedding|dinner|festival|concert|exhibition|conference|event|fair|market|shop|bakery|caf[eé]|restaurant|garden|shed|playground|tent|lessons?|workshop|race|charity run|pop-up|launch party|wall|roof|bridge|house)\b/i;
const somewhere =
  /\b(?:in|at|on|near|behind|beside|outside|inside|into|through|of) (?:our|the|a|an|my|their) (?:[\p{L}-]+ )?(?:yard|hall|garden|house|barn|park|school|church|office|room|lot|square|street|meadow|field|hangar|hotel|centre|center|library|museum|roof|cellar|basement|kitchen|town|village|city|port|building|site|venue|flat|home|club|station)\b/iu;

/** Something people go to or put up has to be somewhere; a program, a book or a podcast has not. Other languages are not read for it. */
function needsPlace({ english, sentences }: Pick<Material, "english" | "sentences">): boolean {
  const all = sentences.join(" ");
  return english && happensSomewhere.test(all) && !somewhere.test(all);
}

function undecidedPoints({ short, sentences }: Material): Gap[] {
  return sentences
    .filter((one) => undecided.test(one) || one.endsWith("?"))
    .slice(0, 3)
    .map((text) => ({
      kind: "undecided",
      question: `How is this settled, and by whom: ${quoted(fragmentAround(text, undecided))}?`,
      decides: `what in the ${short} may begin before it is settled`,
      otherwise: "whatever can still be reversed, at the lowest price",
    }));
}

function successUnknown({ short, sentences }: Material): Gap[] {
  if (sentences.some((text) => /\b(?:success|goal|target|measure|so that|expect|want to see)\b/i.test(text))) return [];
  return [
    {
      kind: "success",
      question: `How will anyone see afterwards that the ${short} was worth it?`,
      decides: `what is measured from the first day of the ${short}`,
      otherwise: "that what the brief asks for is counted and compared with what was delivered",
    },
  ];
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
      otherwise: `that ${whole} is meant literally, and stop at the first result somebody can look at`,
    },
  ];
}
