import type { Sentence } from "./sentences.ts";

const common = new Set(
  (
    "that this with from have will would could should must need needs want wants like make made them they their there then than these those when " +
    "where what which while been being were also only just very more most some such each every about after before over under into onto " +
    "between during because without within against through other another same both here much many first second last next good better best " +
    "well does done doing come comes came going goes gone take taken give given keep kept find found know known think thing things people person " +
    "today time times year years month months week weeks days hour hours anything nothing something everything everybody nobody somebody " +
    "please help plan plans project work works working right left long short large small great high wide still even already perhaps maybe " +
    "half part parts kind sort able used using uses open start begin began year's around along away back once twice never always often " +
    "january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday " +
    "three four seven eight nine eleven twelve twenty real primary evening mobile main several ready done sure free late early " +
    "company budget different own whole full hello thanks thank really might cannot it's we're don't"
  ).split(" "),
);

const before =
  /(?:^|\s)(?:an?|the|our|my|their|its|new|old|this|that|each|every|of|for|with|and|to|two|three|four|five|\d+)\s+$/i;

/** Words that stand where nouns stand, most frequent first; those of the title count double. */
export function frequentNouns(sentences: readonly Sentence[], names: readonly string[]): string[] {
  const counts = new Map<string, { word: string; count: number; noun: boolean }>();
  const known = new Set(names.flatMap((name) => name.toLowerCase().split(" ")));
  for (const { text, heading } of sentences) {
    for (const match of text.matchAll(/(?<![\p{L}\p{N}-])\p{L}{4,20}(?![\p{L}\p{N}-])/gu)) {
      const word = match[0].toLowerCase();
      if (common.has(word) || known.has(word) || /(?:ly|ing|ed)$/.test(word)) continue;
      const stem = word.replace(/(?<=\p{L}{3})s$/u, "");
      const seen = counts.get(stem) ?? { word, count: 0, noun: false };
      seen.count += heading ? 2 : 1;
      seen.noun ||= before.test(text.slice(0, match.index));
      counts.set(stem, seen);
    }
  }
  return [...counts.values()]
    .filter((one) => one.noun)
    .toSorted((a, b) => b.count - a.count)
    .map((one) => one.word);
}
