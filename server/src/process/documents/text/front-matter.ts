import { stringify } from "yaml";

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

/**
 * What is known of a document, in YAML, above its text. Keys stand in the order they are given and lines are not
 * wrapped: the same values make the same bytes.
 */
export function withFrontMatter(values: Record<string, Value>, markdown: string): string {
  // Many readers of front matter still speak YAML 1.1, where a bare `no` is false: quote for them, too.
  const yaml = stringify(values, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.1" });
  return `---\n${yaml}---\n\n${markdown.trimEnd()}\n`;
}
