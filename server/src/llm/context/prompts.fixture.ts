import type { UserId } from "@dialectic/contract";
import { newId, type UserDb } from "#platform";
import type { Ingredients } from "./ingredients.ts";

/** A random number generator that repeats its numbers for the same seed. */
export function createChance(seed: number) {
  let state = (seed * 2654435761) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[below(from.length)];
    if (picked === undefined) throw new Error("There is nothing to pick from.");
    return picked;
  };
  return { next, below, pick };
}
export type Chance = ReturnType<typeof createChance>;

const syllables = "ba ke li mo nu sa te ri po du fa ge hi jo ku la me ni ro su".split(" ");
const vocabulary = Array.from({ length: 400 }, (_, n) => {
  const chance = createChance(n + 1);
  return Array.from({ length: 1 + chance.below(3) }, () => chance.pick(syllables)).join("");
});

export const sentence = (chance: Chance, words = 6 + chance.below(14)): string => {
  const text = Array.from({ length: words }, () =>
    chance.next() < 0.05 ? String(chance.below(5000)) : chance.pick(vocabulary),
  ).join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

export const prose = (chance: Chance, sentences: number): string =>
  Array.from({ length: sentences }, (_, n) => {
    const end = n % 9 === 8 ? "\n\n" : n % 23 === 22 ? "\n\n## Section\n\n" : " ";
    return sentence(chance) + end;
  })
    .join("")
    .trim();

/** Random ingredients: a conversation, and documents of which some are protected or between fence lines. */
export function anyIngredients(seed: number): Ingredients {
  const chance = createChance(seed);
  const odd = [
    "🙂 ünïcode — 漢字かな交じり文。",
    "```ts\nconst x = 1;\n",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "a\uD800b",
  ];
  const text = (): string => {
    const plain = prose(chance, 1 + chance.below(14));
    return chance.next() < 0.2 ? `${plain}\n\n${chance.pick(odd)}\n\n${plain}` : plain;
  };
  return {
    systemInstruction: prose(chance, 1 + chance.below(3)),
    preamble: chance.next() < 0.5 ? prose(chance, 3) : undefined,
    conversationHistory: Array.from({ length: chance.below(10) }, (_, n) => ({
      id: `m${n}`,
      role: n % 2 === 0 ? ("user" as const) : ("assistant" as const),
      content: text(),
    })),
    resourceDocuments: Array.from({ length: chance.below(6) }, (_, n) => ({
      id: `d${n}`,
      text: text(),
      relevance: chance.next(),
      isProtected: chance.next() < 0.15,
      before: chance.next() < 0.5 ? `<<<document ${n}>>>\n` : undefined,
      after: chance.next() < 0.5 ? `\n<<<end document ${n}>>>` : undefined,
    })),
    currentUserPrompt: prose(chance, 2),
  };
}

/** A database that refuses every query. */
export const untouched: UserDb = {
  userId: newId<UserId>(),
  tx() {
    throw new Error("The database was queried.");
  },
};
