import { classify } from "../brief/classify.ts";
import { datesIn, figuresIn, moneyIn } from "../brief/figures.ts";
import { readPeople } from "../brief/people.ts";
import { readSentences } from "../brief/sentences.ts";

/** One statement of a turn as an operation on facts, in the format that the extraction prompt asks for. */
export type FactOperation = {
  op: "ADD" | "NOTE";
  scope: "project" | "item";
  itemId?: string;
  /** A fact key, or the words before the verb if no key fits. */
  key: string;
  valueType: "currency" | "date" | "number" | "dimension" | "string";
  /** The value as written in the quote. */
  value: string;
  /** Verbatim from the section. */
  quote: string;
  section: string;
  confidence: number;
};

/** A section of a turn: `FREE_CHAT`, `USER_ANSWERS`, `AGENT_OUTPUT`. */
export type TurnSection = { name: string; text: string };

/**
 * The keys that an extractor may use. `byLabel` maps labels to keys: in “The venue is Hangar 12”, “venue” may be a label.
 */
export type OfferedKeys = { all: ReadonlySet<string>; byLabel: ReadonlyMap<string, string> };

/** An item that a turn mentions. */
export type TurnItem = { id: string; name: string };

/**
 * Extracts facts by rules: sums, dates, numbers with units, exclusions, owners and plain “X is Y” statements, each with the
 * exact quote. Nothing is inferred: a sentence that matches no rule is ignored, and a question becomes a note. A document
 * repeats and discusses what people said, so only sums, dates and counts with an offered key are read from a model's text, each
 * value once.
 */
export function extractFacts(
  sections: readonly TurnSection[],
  keys?: OfferedKeys,
  items: readonly TurnItem[] = [],
): FactOperation[] {
  const found = sections.flatMap(({ name, text }) =>
    readSentences(text)
      .map((sentence) => sentence.text)
      // A sentence that was joined across lines is not a slice of the text.
      .filter((sentence) => text.includes(sentence) && sentence.length <= longestQuote)
      .flatMap((sentence) =>
        (itemFactsIn(sentence, items, keys) ?? factsIn(sentence, keys?.byLabel ?? new Map())).map((fact) => ({
          ...fact,
          quote: sentence,
          section: name,
        })),
      )
      .filter((fact) => name !== "AGENT_OUTPUT" || isTyped(fact, keys)),
  );
  const nameOf = ({ section, key, itemId, value }: FactOperation) => [section, key, itemId, value].join(" ");
  const known = new Map(found.toReversed().map((fact) => [nameOf(fact), fact]));
  return found.filter((fact) => known.get(nameOf(fact)) === fact);
}

const isTyped = ({ op, key, valueType }: FactOperation, keys: OfferedKeys | undefined): boolean =>
  op === "ADD" && valueType !== "string" && (keys?.all.has(key) ?? true);

const longestQuote = 250;

type Found = Omit<FactOperation, "quote" | "section">;

/** The word after a length says which dimension of the item the length is. */
const measures: Record<string, string> = {
  wide: "item.dimensions.width",
  high: "item.dimensions.height",
  tall: "item.dimensions.height",
  deep: "item.dimensions.depth",
};

/**
 * The measures that a sentence such as “The backdrop is 6 m wide and 3 m high” states. Null if it states none, or if it does
 * not name exactly one item.
 */
function itemFactsIn(sentence: string, items: readonly TurnItem[], keys: OfferedKeys | undefined): Found[] | null {
  const [item, second] = items.filter(({ name }) => sentence.toLowerCase().includes(name.toLowerCase()));
  if (!item || second) return null;
  const found = [...sentence.matchAll(/(\d[\d.,]*\s?(?:mm|cm|m|ft)) (wide|high|tall|deep)\b/g)].flatMap(
    ([, value = "", word = ""]): Found[] => {
      const key = measures[word];
      return key && keys?.all.has(key)
        ? [{ op: "ADD", scope: "item", itemId: item.id, key, valueType: "dimension", value, confidence: 0.9 }]
        : [];
    },
  );
  return found.length > 0 ? found : null;
}

function factsIn(sentence: string, keys: ReadonlyMap<string, string>): Found[] {
  const kind = classify(sentence, { isFirst: false, hasPerson: false, under: "" });
  const add = (key: string, valueType: Found["valueType"], value: string, confidence = 0.9): Found => ({
    op: "ADD",
    scope: "project",
    key,
    valueType,
    value,
    confidence,
  });
  if (kind === "open") return [{ ...add("project.open_question", "string", sentence, 0.5), op: "NOTE" }];
  const [sum] = moneyIn(sentence);
  const [date] = datesIn(sentence);
  const [owner] = readPeople([sentence]);
  const found = [
    ...keyOf(sentence, sumKeys).flatMap((key) => (sum ? [add(key, "currency", sum)] : [])),
    ...keyOf(sentence, dateKeys).flatMap((key) => (date ? [add(key, "date", date)] : [])),
    ...figuresIn(sentence)
      .filter((figure) => figure !== sum)
      .flatMap((figure) => quantity(figure, sentence, add)),
    ...(owner ? [add("project.summary.owner", "string", owner, 0.8)] : []),
    ...(kind === "exclusion" ? [add("project.constraints.exclusion", "string", sentence)] : []),
  ];
  return found.length > 0 ? found : statement(sentence, keys, add);
}

/** The words around a sum or a date determine its key; the first match is used. */
const sumKeys: [RegExp, string][] = [
  [/\b(?:already|have|has|was|were) (?:been )?(?:spent|paid)\b|ausgegeben/i, "project.budget.spent"],
  [/\bbudget|\btotal cost|gesamtkosten|תקציב/i, "project.budget.total"],
];
const dateKeys: [RegExp, string][] = [
  [
    /\b(?:deadline|due|by|until|before|latest|finish(?:ed)?|ready|done|bis|spätestens|fertig)\b|עד/i,
    "project.timeline.deadline",
  ],
  [/\b(?:starts?|begins?|opens?|launch(?:es)?|ab dem|beginnt|startet)\b/i, "project.timeline.start"],
];

function keyOf(sentence: string, keys: readonly [words: RegExp, key: string][]): string[] {
  const [found] = keys.flatMap(([words, key]) => (words.test(sentence) ? [key] : []));
  return found ? [found] : [];
}

/** “300 guests” is the size of the audience, and “needs 6 m of wall” is a rule. A time of day is ignored. */
function quantity(
  figure: string,
  sentence: string,
  add: (key: string, type: Found["valueType"], value: string) => Found,
): Found[] {
  if (/:\d{2}$/.test(figure)) return [];
  if (/guests|people|visitors|users|readers|runners|besucher|gäste|personen|אורחים|אנשים/i.test(figure))
    return [add("project.summary.audience_size", "number", figure.match(/\d[\d.,]*/)?.[0] ?? figure)];
  const isMeasure = /\d\s?(?:m|cm|mm|km|m²|m³|kg|g|t|l|h|kW|A|min|hours?|days?|weeks?|months?|Tage|Wochen)$/.test(
    figure,
  );
  return isMeasure ? [add("project.constraints.rule", "string", sentence)] : [];
}

/**
 * The fact in a sentence such as “The venue is Hangar 12”. Its key is the one with the label “venue” or, if no key has that
 * label, the word “venue” itself.
 */
function statement(
  sentence: string,
  keys: ReadonlyMap<string, string>,
  add: (key: string, type: Found["valueType"], value: string, sure: number) => Found,
): Found[] {
  const [, subject, value] =
    sentence.match(/^(?:the |our |das |der |die )?(\p{L}[\p{L} -]{2,30}?) (?:is|are|ist|sind) ([^.!?]+)[.!]?$/iu) ?? [];
  if (!subject || !value) return [];
  const key = keys.get(subject.toLowerCase());
  return [key ? add(key, "string", value.trim(), 0.9) : add(subject.toLowerCase(), "string", value.trim(), 0.7)];
}
