import { allLore, everyPlanHas } from "../lore/all-lore.ts";
import type { Lore } from "../lore/lore.ts";
import { type Accent, plainLore } from "../lore/plain.ts";
import { quoted } from "../phrasing.ts";
import { fragmentAround, fragmentsOf, shorten } from "./fragments.ts";
import { frequentNouns } from "./nouns.ts";
import type { Quantity } from "./quantities.ts";
import type { Sentence } from "./sentences.ts";

/** A matter the brief raises, with the words in which it raises it. */
export type Topic = {
  lore: Lore;
  quote: string;
  /** The same in fewer words, for a table or a claim. */
  short: string;
  figure: Quantity | undefined;
  /** How much of the brief is about it. */
  weight: number;
};

const fewWords = 9;
const most = 10;
const fewest = 5;

export function readTopics(input: {
  sentences: readonly Sentence[];
  quantities: readonly Quantity[];
  names: readonly string[];
  english: boolean;
  accent: Accent;
}): Topic[] {
  const raised = allLore.flatMap((lore) => raise(lore, input) ?? []).toSorted((a, b) => b.weight - a.weight);
  const known = raised.slice(0, most);
  const plain = input.english ? fromNouns(input, known) : fromFragments(input);
  const topics = [...known, ...plain].slice(0, most);
  const given = new Set(topics.map((topic) => topic.lore.key));
  for (const key of everyPlanHas) {
    const lore = allLore.find((one) => one.key === key);
    if (!lore || given.has(key) || topics.length >= fewest) continue;
    const quote = openingQuote(input.sentences);
    topics.push({ lore, quote, short: shorten(quote, fewWords), figure: undefined, weight: 0 });
  }
  return topics;
}

type Material = { sentences: readonly Sentence[]; quantities: readonly Quantity[]; accent: Accent };

function raise(lore: Lore, { sentences, quantities }: Omit<Material, "accent">): Topic | undefined {
  const hits = sentences.flatMap((one, index) => (lore.words.test(one.text) ? [{ ...one, index }] : []));
  if (hits.length === 0) return undefined;
  const figure = figureFor(lore, quantities, new Set(hits.map((hit) => hit.index)));
  const words = new RegExp(lore.words.source, `${lore.words.flags}g`);
  const count = sentences.reduce((sum, one) => sum + [...one.text.matchAll(words)].length, 0);
  return {
    lore,
    ...quoteFor(lore, hits, figure),
    figure,
    weight: Math.min(count, 5) + (hits.some((hit) => hit.heading) ? 2 : 0) + (figure ? 1 : 0),
  };
}

/** The largest count of the thing itself; else a measure in one of its units, in a sentence about it. */
function figureFor(lore: Lore, quantities: readonly Quantity[], about: ReadonlySet<number>): Quantity | undefined {
  const counted = quantities.filter((one) => lore.words.test(one.text)).toSorted((a, b) => b.value - a.value);
  return counted[0] ?? quantities.find((one) => lore.units?.test(one.unit) && about.has(one.sentence));
}

function quoteFor(
  lore: Lore,
  hits: (Sentence & { index: number })[],
  figure: Quantity | undefined,
): { quote: string; short: string } {
  const measured = hits.find((hit) => !hit.heading && hit.index === figure?.sentence);
  const best = measured ?? hits.find((hit) => !hit.heading) ?? hits[0];
  const text = best?.text ?? "";
  const word = measured && figure && lore.words.test(figure.text) ? literal(figure.text) : lore.words;
  return { quote: fragmentAround(text, word), short: fragmentAround(text, word, fewWords) };
}

function fromNouns(input: Material & { names: readonly string[] }, known: readonly Topic[]): Topic[] {
  const room = Math.min(3, most - known.length);
  const taken = known.map((topic) => topic.lore.words);
  return frequentNouns(input.sentences, input.names)
    .filter((noun) => !taken.some((words) => words.test(noun)))
    .slice(0, Math.max(0, room))
    .flatMap((noun, order) => {
      const words = new RegExp(`\\b${noun.replace(/s$/, "")}(?:e?s)?\\b`, "i");
      return raise(plainLore({ key: noun, name: `the ${noun}`, words, order, accent: input.accent }), input) ?? [];
    });
}

/** A brief in a language without lore: its own clauses are the matters, and are named by quoting them. */
function fromFragments({ sentences, accent }: Material): Topic[] {
  const fragments = [...new Set(sentences.flatMap((one) => fragmentsOf(one.text)))];
  const telling = fragments.filter((one) => [...one].length > 3 && !/^[\d.,:\s]+$/.test(one));
  return telling.slice(0, 6).map((quote, order) => ({
    lore: plainLore({ key: quote, name: `the point ${quoted(quote)}`, words: literal(quote), order, accent }),
    quote,
    short: shorten(quote, fewWords),
    figure: undefined,
    weight: 3,
  }));
}

const literal = (text: string): RegExp => new RegExp(RegExp.escape(text), "iu");

function openingQuote(sentences: readonly Sentence[]): string {
  return sentences.flatMap((one) => fragmentsOf(one.text))[0] ?? "";
}
