import { sha256 } from "#platform";
import { type Range, type SectionIndex, type SectionName, sectionNames } from "./sections.ts";

/** The text of one section, and which of its spans were stated by a person or model (all of it, if not given). */
export type SectionText = { text: string; parts?: Range[] };

export type ComposedBundle = { text: string; sha256: string; sections: SectionIndex[] };

const none = "(none)";

/**
 * Joins the five sections into the immutable text of one turn. Positions come from composing, never from reading
 * headers back: a header that a user or a model typed is ordinary text of its section.
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
 * Text as a bundle holds it: line ends as `\n`, and what PostgreSQL or UTF-8 cannot hold (NUL, half a surrogate pair)
 * as U+FFFD. It keeps every offset stable between the database, the browser and a model.
 */
export function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD").toWellFormed();
}
