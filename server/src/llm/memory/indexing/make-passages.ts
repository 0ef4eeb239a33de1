import { setImmediate } from "node:timers/promises";
import type { MemoryLanguage } from "@dialectic/contract";
import { AppError, sha256 } from "#platform";
import { dateInWords } from "../languages.ts";
import { cutText } from "../passages/cut-text.ts";
import type { NewPassage } from "../source.ts";
import { lexicalText } from "./lexical-text.ts";

/**
 * The longest text that can be indexed: longer than any document of this product, and short enough for an embedded
 * database to index within a minute.
 */
const longestText = 20_000_000;

/** The most passages that a text may have. Normal prose has one per 900 characters. The schema allows a million per source. */
const mostPassages = 100_000;

export type NewText = {
  text: string;
  at?: Date | undefined;
  speaker?: string | undefined;
  ref?: string | undefined;
  /** True if searches should find the text by its words. */
  isSearched?: boolean | undefined;
};

/** The passages of a text, ready to be stored. Yields to other work between the pieces of a long text. */
export async function makePassages(input: NewText, language: MemoryLanguage): Promise<NewPassage[]> {
  assertIndexable(input.text);
  // A lone surrogate is not a character and cannot be stored; its replacement has the same length.
  const text = input.text.toWellFormed();
  const about = {
    ref: input.ref ?? null,
    refHash: input.ref === undefined ? null : hashOf(input),
    at: input.at?.toISOString() ?? null,
  };
  const day = input.at ? dateInWords(input.at, language) : "";
  const passages: NewPassage[] = [];
  for (const piece of cutText(text)) {
    for (const { start, end, headings } of piece) {
      const body = text.slice(start, end);
      const above = headings.filter((heading) => !body.includes(heading));
      const context = [input.speaker ?? "", ...above].filter(Boolean).join("\n");
      const lexical = input.isSearched === false ? "" : lexicalText([context, day, body].join("\n"));
      passages.push({ ...about, start, end, context, body, lexical, contentHash: sha256(`${context}\n\n${body}`) });
    }
    if (passages.length > mostPassages) throw new AppError("invalid_input", tooManyPassages);
    await setImmediate();
  }
  return passages;
}

/** The hash of everything that determines the stored passages of a text. */
export const hashOf = ({ text, at, speaker }: NewText): string =>
  sha256(JSON.stringify([text.toWellFormed(), at?.toISOString() ?? null, speaker ?? null]));

const tooManyPassages = `This text has more than ${mostPassages} passages. Split it, and index the parts.`;

function assertIndexable(text: string): void {
  if (text.includes("\0")) {
    throw new AppError("invalid_input", "This is not text (it contains a NUL character). Give plain text or Markdown.");
  }
  if (text.length > longestText) {
    throw new AppError(
      "invalid_input",
      `This text is longer than ${longestText} characters. Split it, and index the parts.`,
    );
  }
}
