import { expect, it } from "vitest";
import { type Chance, createChance, sentence } from "../prompts.fixture.ts";
import type { Candidate } from "../shorten/candidates.ts";
import { rankCandidates, scoresOf } from "../shorten/rank-candidates.ts";
import { shortenUntilFits } from "../shorten/shorten-until-fits.ts";
import { createCorpus } from "./corpus.ts";
import { nearnessByWords } from "./nearness-by-words.ts";
import { questionWords } from "./question-words.ts";
import { shortenText } from "./shorten-text.ts";

const count = (text: string): number => Math.ceil(text.length / 4);

/** Twenty slightly different versions of one text; one of them says something that the others do not. */
function nearEqual(chance: Chance, lone: (common: string[]) => string) {
  const common = Array.from({ length: 50 }, () => sentence(chance));
  const says = lone(common);
  const which = chance.below(20);
  const texts = Array.from({ length: 20 }, (_, n) => {
    const told = common.filter(() => chance.next() > 0.06);
    if (chance.next() < 0.5) told.splice(chance.below(told.length), 0, ...told.splice(chance.below(told.length), 1));
    if (n === which) told.splice(chance.below(told.length), 0, says);
    return told.map((one, at) => (at % 8 === 7 ? `${one}\n\n` : `${one} `)).join("");
  });
  return { texts, says, question: `${common[3]} ${common[11]} ${common[27]}` };
}

async function fitToAQuarter({ texts, question }: { texts: string[]; question: string }): Promise<string> {
  const corpus = createCorpus(texts);
  const asked = questionWords(question);
  const near = nearnessByWords(corpus, asked);
  const candidates = texts.map(
    (text, n): Candidate => ({
      id: `d${n}`,
      kind: "document",
      label: "",
      text,
      relevance: 1,
    }),
  );
  const ranked = rankCandidates(
    candidates,
    scoresOf(candidates, new Map(candidates.map(({ id }, n) => [id, near[n] ?? 0]))),
  );
  const total = texts.reduce((sum, text) => sum + count(text), 0);
  const fitted = await shortenUntilFits({ ranked, total, limit: Math.floor(total / 4), count }, (target) => ({
    ...shortenText(corpus, candidates.indexOf(target.candidate), { asked, passages: [], count, ...target }),
    isReused: false,
  }));
  expect(fitted.total).toBeLessThanOrEqual(total / 4);
  const short = new Map(fitted.shortened.map(({ candidate, part }) => [candidate, part.text]));
  return candidates.map((one) => short.get(one) ?? one.text).join("\n");
}

it("shortening keeps a statement that only one of twenty near-identical documents makes", async () => {
  let [kept, disagreed] = [0, 0];
  for (let seed = 1; seed <= 100; seed += 1) {
    const chance = createChance(seed);
    // The lone statement uses only words that occur in all documents.
    const plain = nearEqual(
      chance,
      (common) =>
        common
          .join(" ")
          .toLowerCase()
          .match(/[a-z]+/g)
          ?.filter((_, n) => n % 37 === 5)
          .slice(0, 12)
          .join(" ")
          .concat(".") ?? "",
    );
    if ((await fitToAQuarter(plain)).includes(plain.says)) kept += 1;
    // The lone statement differs from the others only in a number or a "not".
    const other = nearEqual(
      chance,
      (common) => common[20]?.replace(/ (\S+) (\S+)/, chance.next() < 0.5 ? " not $1 $2" : " $1 31 $2") ?? "",
    );
    if ((await fitToAQuarter(other)).includes(other.says)) disagreed += 1;
  }
  expect(kept).toBeGreaterThanOrEqual(95);
  expect(disagreed).toBeGreaterThanOrEqual(95);
});
