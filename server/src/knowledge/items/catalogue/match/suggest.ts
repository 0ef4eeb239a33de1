import type { CatalogueCandidate, CatalogueId, CatalogueSuggestions, LineKind } from "@dialectic/contract";
import { compareNames } from "./compare-names.ts";
import { judgeNames } from "./judge-names.ts";
import { nameKey } from "./name-key.ts";
import { type ParsedName, parseName } from "./parse-name.ts";
import { type TokenWeights, weighTokens } from "./token-weights.ts";

/**
 * What the matcher needs from a catalogue entry. `decided` are the names that a person linked to this entry before.
 */
export type Entry = {
  id: CatalogueId;
  name: string;
  synonyms: readonly string[];
  decided: readonly string[];
  kind: LineKind | null;
};

const leastConfidence = 0.2;
const mostCandidates = 5;
/**
 * A candidate is preselected if it is likely and clearly ahead of the next candidate. An equal name is ahead of every
 * similar name.
 */
const likely = 0.7;
const clearlyAhead = 0.1;
/** The confidence of a name that is only similar is never higher than this. */
const mostBySimilarity = 0.95;
/** The confidence of a name that equals the entry's name, a synonym, or a name that a person linked to the entry. */
const certain = { name: 1, synonym: 0.99, decision: 0.98 } as const;

type Prepared = Entry & { names: { text: string; by: keyof typeof certain; key: string; parsed: ParsedName }[] };

/**
 * Creates a matcher for the entries: equal names come first, then similar names. The same input always gives the same
 * answer.
 */
export function createMatcher(entries: readonly Entry[]) {
  const prepared = entries.map((entry): Prepared => {
    const named = (by: keyof typeof certain) => (text: string) => ({
      text,
      by,
      key: nameKey(text),
      parsed: parseName(text),
    });
    const names = [
      named("name")(entry.name),
      ...entry.synonyms.map(named("synonym")),
      ...entry.decided.map(named("decision")),
    ];
    return { ...entry, names };
  });
  const weigh = weighTokens(prepared.flatMap(({ names }) => names.map(({ parsed }) => parsed)));
  return {
    suggest({ name, kind }: { name: string; kind?: LineKind | undefined }): CatalogueSuggestions {
      const wanted = { key: nameKey(name), parsed: parseName(name) };
      const candidates = prepared
        .filter((entry) => !kind || !entry.kind || entry.kind === kind)
        .map((entry) => judge(entry, wanted, weigh))
        .filter(({ confidence }) => confidence >= leastConfidence)
        .toSorted((a, b) => b.confidence - a.confidence || compareKeys(nameKey(a.name), nameKey(b.name)))
        .slice(0, mostCandidates);
      return { name, candidates, preselected: preselect(candidates) };
    },
  };
}

const compareKeys = (a: string, b: string): number => Number(a > b) - Number(a < b);

function preselect([first, second]: readonly CatalogueCandidate[]): CatalogueId | null {
  if (!first || first.confidence < likely) return null;
  if (!second || first.confidence - second.confidence >= clearlyAhead) return first.id;
  return first.by !== "similarity" && second.by === "similarity" ? first.id : null;
}

function judge(
  { id, name, synonyms, names }: Prepared,
  wanted: { key: string; parsed: ParsedName },
  weigh: TokenWeights,
): CatalogueCandidate {
  const judged = names.map(({ text, by, key, parsed }) =>
    key === wanted.key
      ? { by, matched: text, confidence: certain[by] }
      : {
          by: "similarity" as const,
          matched: text,
          confidence: Math.min(mostBySimilarity, judgeNames(compareNames(wanted.parsed, parsed, weigh))),
        },
  );
  const best = judged.reduce((a, b) => (b.confidence > a.confidence ? b : a));
  return { id, name, synonyms: [...synonyms], ...best, confidence: Math.round(best.confidence * 100) / 100 };
}
