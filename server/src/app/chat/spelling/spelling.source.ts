import type { ContextSource } from "#exchanges";
import { selectKnownWords } from "../sources/terms.store.ts";
import { createSpeller } from "./create-speller.ts";
import { isLatin, mostUnknownShare, wordsToCheck } from "./words-to-check.ts";

/** A fast answer matters more than hints: they are left out while the dictionary is being loaded. */
const deadlineMs = 300;

/**
 * Words of the question that are probably misspelled. A word that the project's own texts contain is a term, not an
 * error.
 */
export const spellingSource = (): ContextSource => {
  const speller = createSpeller();
  return {
    name: "spelling",
    title: "Spelling",
    deadlineMs,
    prepare: speller.prepare,
    async gather({ db }, { text, projectId }) {
      const words = isLatin(text) ? wordsToCheck(text) : [];
      if (words.length === 0) return [];
      const hints = (await speller.check({ words, mostUnknown: words.length * mostUnknownShare(text) })).filter(
        ({ suggestions }) => suggestions.length > 0,
      );
      if (hints.length === 0) return [];
      const wanted = { projectId, words: hints.map(({ word }) => word) };
      const known = new Set(await db.tx((tx) => selectKnownWords(tx, wanted), { single: true }));
      const lines = hints
        .filter(({ word }) => !known.has(word))
        .map(({ word, suggestions }) => `"${word}" in the query may mean ${suggestions.join(" or ")}.`);
      return lines.length === 0 ? [] : [lines.join("\n")];
    },
  };
};
