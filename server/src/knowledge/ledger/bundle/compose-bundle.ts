import { sha256 } from "#platform";
import { type Range, type SectionIndex, type SectionName, sectionNames } from "./sections.ts";

/**
 * The text of one section, and the spans of it that a person or model stated. Without `parts`, the whole text was
 * stated.
 */
export type SectionText = { text: string; parts?: Range[] };

export type ComposedBundle = { text: string; sha256: string; sections: SectionIndex[] };

const none = "(none)";

/**
 * Joins the five sections into the immutable text of one turn. Positions are recorded while composing, never read from
 * headers, so a header that a user or a model typed is ordinary text.
 */
export function composeBundle(given: Partial<Record<SectionName, SectionText>>): ComposedBundle {
  const sections: SectionIndex[] = [];
  let text = "";
  for (const section of sectionNames) {
    const { text: content = "", parts } = given[section] ?? {};
    text += `${text === "" ? "" : "\n\n"}[${section}]\n`;
    const start = text.length;
    text += content === "" ? none : content;
    const range = { start, end: start + content.length };
    sections.push({ section, range, parts: (parts ?? [{ start: 0, end: content.length }]).map(shiftedBy(start)) });
  }
  return { text: `${text}\n`, sha256: sha256(`${text}\n`), sections };
}

function shiftedBy(offset: number): (range: Range) => Range {
  return ({ start, end }) => ({ start: start + offset, end: end + offset });
}

/**
 * Normalizes text for a bundle: line ends become `\n`, and characters that PostgreSQL or UTF-8 cannot store (NUL,
 * unpaired surrogates) become U+FFFD. This keeps offsets the same in the database, the browser and a model.
 */
export function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD").toWellFormed();
}
