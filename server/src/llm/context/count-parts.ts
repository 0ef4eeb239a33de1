import type { Ingredients, PromptText } from "./ingredients.ts";

export type Count = (text: string) => number;

/** Providers put words of their own around each message. */
const perMessage = 8;
/** What joining two parts may add: the empty line between them, and a token that is cut otherwise at the seam. */
const perSeam = 3;

/** Exactly what is sent. */
export const countPrompt = ({ instructions, messages }: PromptText, count: Count): number =>
  messages.reduce((sum, { content }) => sum + perMessage + count(content), perMessage + count(instructions));

/** The same from its parts: never less, and when one of them changes only that one is counted anew. */
export function countParts(ingredients: Ingredients, count: Count): number {
  const { systemInstruction, preamble = "", conversationHistory, resourceDocuments, currentUserPrompt } = ingredients;
  const documents = resourceDocuments.reduce(
    (sum, { before = "", text, after = "" }) => sum + count(before) + count(text) + count(after) + 3 * perSeam,
    0,
  );
  const spoken = [...conversationHistory.map(({ content }) => content), currentUserPrompt];
  const said = spoken.reduce((sum, text) => sum + perMessage + count(text), 0);
  return perMessage + count(systemInstruction) + count(preamble) + perSeam + documents + said;
}

/** No token is shorter than a byte, no character longer than three: what is so short is known to fit without counting. */
export const mostTokens = (ingredients: Ingredients): number => countParts(ingredients, (text) => 3 * text.length);
