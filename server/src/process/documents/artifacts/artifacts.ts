import { parseMarkdown } from "#platform";
import { headingKey } from "./heading-key.ts";

/** A named part of a document: a level-1 heading and the text after it. */
export type Artifact = { key: string; title: string; body: string };

/**
 * The maximum number of artifacts of a document. Each artifact becomes a row and a file; without a limit, a text that
 * has only headings could create a hundred thousand files.
 */
export const mostArtifacts = 200;

/**
 * The artifacts of a document in their order. The keys of equal headings get different suffixes, so that no artifact hides
 * another. Only the first 200 headings become artifacts; the whole document contains them all.
 */
export const parseArtifacts = (markdown: string): Artifact[] =>
  placedArtifacts(markdown).map(({ key, title, body }) => ({ key, title, body }));

/** Replaces an artifact of a text, including its heading; appends the artifact if the text does not have it. */
export function replaceArtifact(markdown: string, key: string, text: string): string {
  const { start, end } = placedArtifacts(markdown).find((one) => one.key === key) ?? {
    start: markdown.length,
    end: markdown.length,
  };
  const [before, after] = [markdown.slice(0, start).trimEnd(), markdown.slice(end)];
  return `${[before, text.trim(), after.trim()].filter((part) => part !== "").join("\n\n")}\n`;
}

export function placedArtifacts(markdown: string): (Artifact & { start: number; end: number })[] {
  const taken = new Set<string>();
  return sections(markdown, 1)
    .slice(0, mostArtifacts)
    .map(({ heading, body, start, end }) => {
      const key = freeKey(headingKey(heading), taken);
      taken.add(key);
      return { key, title: heading || "Untitled", body, start, end };
    });
}

function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}

/** `start` and `end` are the section's position in the text, including its heading. */
type Section = { heading: string; body: string; start: number; end: number };

/** The sections of one level. A section ends before the next heading of the same or a higher level. */
function sections(markdown: string, depth: number): Section[] {
  const headings = parseMarkdown(markdown).filter((block) => block.type === "heading" && block.depth <= depth);
  return headings.flatMap((block, index) => {
    if (block.depth !== depth) return [];
    const end = headings[index + 1]?.start ?? markdown.length;
    const body = markdown.slice(block.end, end);
    return [{ heading: block.text.trim(), body: trimLines(body), start: block.start, end }];
  });
}

/** Removes blank lines at the start and white space at the end; the first line keeps its indentation. */
const trimLines = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
