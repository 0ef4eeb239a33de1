import { parse, stringify } from "yaml";
import { sha256 } from "#platform";

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

/**
 * What is known of a document, in YAML, above its text. Keys stand in the order they are given and lines are not
 * wrapped: the same values make the same bytes.
 */
export function withFrontMatter(values: Record<string, Value>, markdown: string): string {
  // Many readers of front matter still speak YAML 1.1, where a bare `no` is false: quote for them, too.
  const yaml = stringify(values, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.1" });
  return `---\n${yaml}---\n\n${asInFile(markdown)}`;
}

/** The text as it stands in its file: what is hashed there. */
export const asInFile = (markdown: string): string => `${markdown.trimEnd()}\n`;

const block = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*\r?\n(?:\r?\n)?/;

/** What stands above a text that this program wrote as a file; null for any other text. */
export function readFrontMatter(text: string): Record<string, Value> | null {
  const yaml = block.exec(text)?.[1];
  if (yaml === undefined) return null;
  try {
    const values: unknown = parse(yaml, { version: "1.1" });
    return isOurs(values) ? values : null;
  } catch {
    return null; // a text that begins with a rule
  }
}

const isOurs = (values: unknown): values is Record<string, Value> =>
  typeof values === "object" && values !== null && "sha256" in values && "stage" in values;

/** The text of a file of the tree that somebody edited there: what is known of it is ours to write, not theirs. */
export const withoutFrontMatter = (text: string): string => (readFrontMatter(text) ? text.replace(block, "") : text);

/** Whether the text below the front matter is the one it was written with: nobody has edited it since. */
export function isIntact(text: string): boolean {
  const values = readFrontMatter(text);
  return values !== null && values["sha256"] === sha256(text.replace(block, ""));
}

/** Whether two files of a document have the same text below their front matter. */
export const hasSameBody = (one: string, other: string): boolean =>
  asInFile(withoutFrontMatter(one)) === asInFile(withoutFrontMatter(other));

/** The hash of the text that a file was written with, by its front matter. */
export function hashWritten(text: string): string | null {
  const hash = readFrontMatter(text)?.["sha256"];
  return typeof hash === "string" ? hash : null;
}

/** The file of an edited text: what was known of the one before, its version, and where that one stands now. */
export function editedFile(input: { before: string; markdown: string; version: number; earlier: string }): string {
  const { before, markdown, version, earlier } = input;
  const known = { ...readFrontMatter(before), sha256: sha256(asInFile(markdown)), version, earlier_version: earlier };
  return withFrontMatter(known, markdown);
}
