import { headingKey } from "./heading-key.ts";
import { sections } from "./markdown.ts";

/** A named part of a document: a level-1 heading and the text after it. */
export type Artifact = { key: string; title: string; body: string };

/** Each artifact is a row and a file: a text of only headings must not create a hundred thousand of them. */
export const mostArtifacts = 200;

/**
 * The artifacts of a document in their order. Equal headings get a suffix, so that no artifact hides another. Headings
 * beyond the first 200 remain in the whole document only.
 */
export const parseArtifacts = (markdown: string): Artifact[] =>
  placedArtifacts(markdown).map(({ key, title, body }) => ({ key, title, body }));

/** Replaces an artifact of a text, including its heading; appends it if there is none. */
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
