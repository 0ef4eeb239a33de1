import type { Ingredients, PromptText } from "./ingredients.ts";

export type Count = (text: string) => number;

/** Providers put words of their own around each message. */
const perMessage = 8;
/** What joining two parts may add: the empty line between them, and a token that is cut otherwise at the seam. */
const perSeam = 3;

/** Exactly what is sent. */
export const countPrompt = ({ instructions, messages }: PromptText, count: Count): number =>
  messages.reduce((sum, { content }) => sum + perMessage + count(content), perMessage + count(instructions));

/** The same as a sum over the parts: never less, and only a part that changes is counted again. */
export function countParts(ingredients: Ingredients, count: Count): number {
  const { systemInstruction, preamble = "", conversationHistory, resourceDocuments, currentUserPrompt } = ingredients;
  const documents = resourceDocuments
    .flatMap(({ before = "", text, after = "" }) => [before, text, after])
    .reduce((sum, text) => sum + (text === "" ? 0 : count(text) + perSeam), 0);
  const spoken = [...conversationHistory.map(({ content }) => content), currentUserPrompt];
  const said = spoken.reduce((sum, text) => sum + perMessage + count(text), 0);
  return perMessage + count(systemInstruction) + count(preamble) + perSeam + documents + said;
}

/**
 * So much less than the sum of its parts the whole may be at most: what was added for each seam, and as many tokens that
 * two parts have in common once they are joined.
 */
export const mostSaved = ({ resourceDocuments }: Ingredients): number =>
  2 * perSeam * (3 * resourceDocuments.length + 1);

/** No token is shorter than a byte, no character longer than three: what is so short is known to fit without counting. */
export const mostTokens = (ingredients: Ingredients): number => countParts(ingredients, (text) => 3 * text.length);
