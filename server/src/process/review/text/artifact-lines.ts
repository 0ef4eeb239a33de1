import { headingKey } from "#documents";
import { proseLines } from "./prose-lines.ts";

/**
 * The lines below each level-1 heading, by the heading's key. Read line by line and not as a tree: what is looked for are
 * rows and items, and a tree of a text made to be slow takes seconds. Under a heading that comes twice both count.
 */
export function artifactLines(markdown: string): Map<string, string[]> {
  const artifacts = new Map<string, string[]>();
  let open: string[] | undefined;
  const start = (heading: string) => {
    const key = headingKey(heading);
    open = artifacts.get(key) ?? [];
    artifacts.set(key, open);
  };
  for (const line of proseLines(markdown)) {
    const heading = /^ {0,3}#[ \t]+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) start(heading);
    else if (/^ {0,3}={2,}\s*$/.test(line) && open?.at(-1)?.trim()) start(open.pop() ?? "");
    else open?.push(line);
  }
  return artifacts;
}
