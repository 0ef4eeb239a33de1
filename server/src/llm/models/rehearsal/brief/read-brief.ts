import type { Accent } from "../lore/plain.ts";
import { readAvoided } from "./avoided.ts";
import { anchorDay, type Day, readDays, saysWhen } from "./dates.ts";
import { fragmentsOf } from "./fragments.ts";
import type { Gap } from "./gap.ts";
import { findGaps } from "./gaps.ts";
import { readNewer, withNewer } from "./newer.ts";
import { isInsider, readPeople, readPlaces, readRoles } from "./people.ts";
import { type Amount, isMeasure, isSpan, type Quantity, readAmounts, readQuantities } from "./quantities.ts";
import { onOneLine, type Saying } from "./saying.ts";
import { readSentences, type Sentence } from "./sentences.ts";
import { readSubject, type Subject } from "./subject.ts";
import { readTopics, type Topic } from "./topics.ts";

/** All that can be read out of a brief, and out of what was said since, by rules. Every quotation in it stands there. */
export type Brief = {
  /** The text as quotations are looked up in it. */
  onOneLine: string;
  /** What people said besides, the newest last; it outranks the brief. */
  sayings: readonly Saying[];
  /** What they ruled out. */
  avoided: RegExp | undefined;
  subject: Subject;
  english: boolean;
  words: number;
  /** Quotations, the most telling first; never empty unless the brief is. */
  quotes: string[];
  /** Conditions, quoted: those that were said since come before the brief's own. */
  limits: string[];
  quantities: Quantity[];
  /** The figures that give the brief its size, each once, the weightiest first. */
  figures: Quantity[];
  total: Amount | undefined;
  days: Day[];
  anchor: (Day & { at: Date }) | undefined;
  people: string[];
  roles: string[];
  places: string[];
  topics: Topic[];
  gaps: Gap[];
};

const condition =
  /\b(?:must|may not|cannot|can't|at most|at least|never|no more than|more than|nothing may|needs? to|has to|have to|should|maximum|minimum|without|within|only|single|forbidden|wants|wants? no|no later|differs?)\b|^no \w+ \w+|\bno \w+ may\b/i;

export function readBrief(
  text: string,
  sayings: readonly Saying[] = [],
  accent: Accent = { temperament: "atlas", seed: "" },
): Brief {
  const sentences = readSentences(text);
  const lines = sentences.map((one) => one.text);
  const english = isEnglish(text);
  const subject = readSubject(sentences, english);
  const newer = readNewer(sayings);
  const quantities = withNewer(readQuantities(lines), newer.quantities);
  const amounts = newer.amounts.some((one) => one.total) ? newer.amounts : [...readAmounts(lines), ...newer.amounts];
  const days = readDays(lines);
  const people = [...new Set([...newer.people, ...readPeople(lines)])];
  const places = [...newer.places, ...readPlaces(lines)];
  const roles = readRoles(lines);
  return {
    onOneLine: onOneLine(text),
    sayings,
    avoided: readAvoided(sayings),
    subject,
    english,
    words: lines.join(" ").split(/\s+/).length,
    quotes: rankQuotes(sentences),
    limits: [...new Set([...sayings.toReversed().flatMap(limitsIn), ...readLimits(sentences)])],
    quantities,
    figures: rankFigures(quantities),
    total: amounts.findLast((one) => one.total && one.sentence < 0) ?? totalOf(amounts),
    days: [...newer.days, ...days],
    anchor: anchorDay(newer.days.filter((day) => day.due)) ?? anchorDay(days) ?? anchorDay(newer.days),
    people,
    roles,
    places,
    topics: readTopics({ sentences, quantities, names: [...people, ...places], english, accent }),
    gaps: findGaps({
      short: subject.short,
      english,
      sentences: lines,
      quantities,
      amounts,
      hasDay: saysWhen([...newer.days, ...days]),
      hasPlace: places.length > 0,
      deciders: [...people, ...roles.filter(isInsider)],
      sayings,
    }),
  };
}

const totalOf = (amounts: readonly Amount[]): Amount | undefined =>
  amounts.find((one) => one.total) ?? amounts.toSorted((a, b) => b.value - a.value)[0];

/** All feedback binds, whether it says “must” or not; of the rest, what sets a condition. */
function limitsIn({ kind, text, open }: Saying): string[] {
  if (open) return [];
  if (kind !== "feedback") return readLimits(readSentences(text));
  return readSentences(text)
    .filter((one) => !one.heading && !one.text.endsWith("?"))
    .flatMap((one) => fragmentsOf(one.text))
    .filter((quote) => quote.includes(" "));
}

/** Letters outside the Latin alphabet tell a foreign brief; so does the lack of the commonest English words. */
function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  if (letters === 0 || latin < letters * 0.8) return false;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const typical = words.filter((word) =>
    /^(?:the|a|an|of|to|and|in|for|is|are|our|we|i|with|on|it|my|new|by|at)$/.test(word),
  );
  return words.length < 12 || typical.length * 12 >= words.length;
}

function readLimits(sentences: readonly Sentence[]): string[] {
  const limits = sentences
    .filter((one) => !one.heading)
    .flatMap((one) => fragmentsOf(one.text))
    .filter((quote) => condition.test(quote) && /\S \S+ \S/.test(quote) && !/^(?:what|how|which)\b/i.test(quote));
  return [...new Set(limits)];
}

/** Counts of people and things come before measures, and measures before spans of time. */
function rankFigures(quantities: readonly Quantity[]): Quantity[] {
  const seen = new Set<string>();
  const size = (one: Quantity): number =>
    isSpan(one.unit) ? 0 : (isMeasure(one.unit) ? 2 : one.value >= 10 ? 3 : 1) - (one.bounded ? 0.5 : 0);
  return quantities
    .filter((one) => !seen.has(`${one.value} ${one.unit}`) && seen.add(`${one.value} ${one.unit}`))
    .toSorted((a, b) => size(b) - size(a));
}

/** Clauses with a figure or a condition say most; one or two words say little. */
function rankQuotes(sentences: readonly Sentence[]): string[] {
  const fragments = [...new Set(sentences.flatMap((one) => fragmentsOf(one.text)))];
  const telling = (text: string): number =>
    (/\d/.test(text) ? 2 : 0) + (condition.test(text) ? 2 : 0) + Math.min(4, text.length / 14);
  return fragments.toSorted((a, b) => telling(b) - telling(a));
}
