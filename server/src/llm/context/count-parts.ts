import type { Ingredients, PromptText } from "./ingredients.ts";

export type Count = (text: string) => number;

/** Providers add text of their own around each message. */
const perMessage = 8;
/** Tokens that joining two parts may add: the blank line between them, and a token that is split differently at the seam. */
const perSeam = 3;

/** The exact count of what is sent. */
export const countPrompt = ({ instructions, messages }: PromptText, count: Count): number =>
  messages.reduce((sum, { content }) => sum + perMessage + count(content), perMessage + count(instructions));

/** An upper bound as a sum over the parts: only a part that changes is counted again. */
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
 * The most by which the whole can be smaller than the sum of its parts: what was added for each seam, plus the tokens that two
 * joined parts may share.
 */
export const mostSaved = ({ resourceDocuments }: Ingredients): number =>
  2 * perSeam * (3 * resourceDocuments.length + 1);

/** A token has at least one byte and a character at most three: a text this short fits without counting. */
export const mostTokens = (ingredients: Ingredients): number => countParts(ingredients, (text) => 3 * text.length);
