import type { Ingredients } from "../ingredients.ts";
import type { Candidate } from "./candidates.ts";
import type { Fitted } from "./shorten-until-fits.ts";

const keyOf = ({ kind, id }: Pick<Candidate, "kind" | "id">): string => `${kind}:${id}`;

/** Returns the ingredients with the shortened texts in place of the originals. */
export function replaceTexts(ingredients: Ingredients, { shortened }: Fitted): Ingredients {
  const texts = new Map(shortened.map(({ candidate, part }) => [keyOf(candidate), part.text]));
  return {
    ...ingredients,
    resourceDocuments: ingredients.resourceDocuments.map((one) => ({
      ...one,
      text: (one.isProtected ? undefined : texts.get(keyOf({ kind: "document", id: one.id }))) ?? one.text,
    })),
    conversationHistory: ingredients.conversationHistory.map((one) => ({
      ...one,
      content: texts.get(keyOf({ kind: "message", id: one.id })) ?? one.content,
    })),
  };
}

/** Finds an id that two parts share. Shortening one of these parts would replace the texts of both. */
export function repeatedId({ resourceDocuments, conversationHistory }: Ingredients): string | undefined {
  const ids = [
    ...resourceDocuments.map(({ id }) => keyOf({ kind: "document", id })),
    ...conversationHistory.map(({ id }) => keyOf({ kind: "message", id })),
  ];
  const seen = new Set<string>();
  return ids.find((id) => seen.size === seen.add(id).size)?.replace(":", " ");
}
