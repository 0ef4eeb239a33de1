import { hideSelfReferences } from "./hide-self-references.ts";
import { hideSignatures } from "./hide-signatures.ts";
import { markNames } from "./mark-names.ts";

type Hidden = {
  text: string;
  /** The models of the session. */
  models: readonly string[];
  /** The models that wrote the text, or whose proposals it is about. Default: all models of the session. */
  authors?: readonly string[] | undefined;
  /** The request. Names that it mentions belong to the subject: they stay, except in signatures and in the first person. */
  request?: string | undefined;
};

/**
 * Removes everything from a document that reveals which model wrote it, so that critics judge the proposal and not its author:
 *
 * - YAML front matter;
 * - signatures: lines and titles that say who wrote the text (`hide-signatures.ts`);
 * - self-references: sentences in which a model refers to itself or its maker (`hide-self-references.ts`).
 *
 * Everywhere else the same words are content (“use gpt-6-sol for summaries”, “MongoDB Atlas”) and stay.
 */
export function hideAuthor(input: Hidden): string {
  const text = withoutFrontMatter(input.text);
  return withMarks({ ...input, text }, (marked) => {
    const { text: unsigned, signed } = hideSignatures(marked);
    return hideSelfReferences(unsigned, signed);
  });
}

/**
 * Like `hideAuthor`, for a part of a document, such as a claim: a part has no signature, and a part that says only “Gemini”
 * is content.
 */
export const hideAuthorInPart = (input: Hidden): string =>
  withMarks(input, (marked) => hideSelfReferences(marked, false));

function withMarks({ text, models, authors = models, request = "" }: Hidden, hide: (marked: string) => string): string {
  if (models.length === 0) return text;
  const { text: marked, restore } = markNames(text, { models, authors, request });
  return marked === text ? text : restore(hide(marked));
}

const withoutFrontMatter = (text: string): string =>
  text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n)+/, "");
