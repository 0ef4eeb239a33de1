import { parse, stringify } from "yaml";
import { sha256 } from "#platform";

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

/**
 * Puts a document's metadata above its text, as YAML. Keys keep their order and lines are not wrapped, so that equal values
 * give equal bytes.
 */
export function withFrontMatter(values: Record<string, Value>, markdown: string): string {
  // Many front matter parsers still use YAML 1.1, where a bare `no` is false. Writing YAML 1.1 quotes such values.
  const yaml = stringify(values, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.1" });
  return `---\n${yaml}---\n\n${asInFile(markdown)}`;
}

/** The text as it is written to its file. This is the text that is hashed. */
export const asInFile = (markdown: string): string => `${markdown.trimEnd()}\n`;

const block = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*\r?\n(?:\r?\n)?/;

/** The front matter that this program wrote above a text; null for any other text. */
export function readFrontMatter(text: string): Record<string, Value> | null {
  const yaml = block.exec(text)?.[1];
  if (yaml === undefined) return null;
  try {
    const values: unknown = parse(yaml, { version: "1.1" });
    return isOurs(values) ? values : null;
  } catch {
    return null; // a text that begins with a horizontal rule
  }
}

const isOurs = (values: unknown): values is Record<string, Value> =>
  typeof values === "object" && values !== null && "sha256" in values && "stage" in values;

/** The text of a file that was edited in the tree, without the front matter. Edits to the front matter are ignored. */
export const withoutFrontMatter = (text: string): string => (readFrontMatter(text) ? text.replace(block, "") : text);

/** Splits a file that this program wrote into its front matter (with the blank line below it) and its text. */
export function splitFrontMatter(text: string): { head: string; body: string } | null {
  const head = readFrontMatter(text) && block.exec(text)?.[0];
  return head ? { head, body: text.slice(head.length) } : null;
}

/**
 * True if the text still has the hash stated in the front matter. In a file with links, this is the hash of the linked text.
 */
export function isIntact(text: string): boolean {
  const values = readFrontMatter(text);
  return values !== null && (values["linked_sha256"] ?? values["sha256"]) === sha256(text.replace(block, ""));
}

/** True if two files of one document have the same text below their front matter. */
export const hasSameBody = (one: string, other: string): boolean =>
  asInFile(withoutFrontMatter(one)) === asInFile(withoutFrontMatter(other));

/** The hash of the original text of a file, from its front matter. */
export function hashWritten(text: string): string | null {
  const hash = readFrontMatter(text)?.["sha256"];
  return typeof hash === "string" ? hash : null;
}

/**
 * The file of an edited document: keeps the previous version's metadata, and adds the new version number and the previous
 * file's path.
 */
export function editedFile(input: { before: string; markdown: string; version: number; earlier: string }): string {
  const { before, markdown, version, earlier } = input;
  const known = { ...readFrontMatter(before), sha256: sha256(asInFile(markdown)), version, earlier_version: earlier };
  return withFrontMatter(known, markdown);
}
