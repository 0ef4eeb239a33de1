import type { Ingredients, PromptText } from "./ingredients.ts";

export type Count = (text: string) => number;

/** Tokens that a provider may add around each message. */
const perMessage = 8;
/** Tokens that joining two parts may add: the blank line between them, and a token that is split differently at the seam. */
const perSeam = 3;

/** The exact token count of the prompt as it is sent. */
export const countPrompt = ({ instructions, messages }: PromptText, count: Count): number =>
  messages.reduce((sum, { content }) => sum + perMessage + count(content), perMessage + count(instructions));

/**
 * An upper bound on the prompt's tokens: the sum over its parts. After a change, only the changed part is counted
 * again.
 */
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
 * The most by which the count of the whole prompt can be below the sum of its parts: the tokens added for each seam, plus the
 * tokens that two joined parts may share.
 */
export const mostSaved = ({ resourceDocuments }: Ingredients): number =>
  2 * perSeam * (3 * resourceDocuments.length + 1);

/** An upper bound that needs no counting: a token has at least one byte, and a UTF-16 unit has at most three. */
export const mostTokens = (ingredients: Ingredients): number => countParts(ingredients, (text) => 3 * text.length);
