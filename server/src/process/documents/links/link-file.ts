import { sha256 } from "#platform";
import { asInFile, splitFrontMatter } from "../tree/front-matter.ts";
import { byId, type LegendEntry, legend } from "./legend.ts";

type Linked = { markdown: string; entries: readonly LegendEntry[]; unresolved: readonly string[] };

/**
 * Adds numbers, links and a legend to the file of a document. The front matter keeps the hash of the stored text and gets a
 * second hash of the linked text, which shows whether a person edited the file. If there is nothing to number or link, the
 * file stays unchanged.
 */
export function linkFile(file: string, link: (markdown: string) => Linked): string {
  const parts = splitFrontMatter(file);
  if (!parts) return file;
  const { markdown, entries, unresolved } = link(parts.body);
  const below = [...entries].sort((one, other) => byId(one.id, other.id));
  const hasLegend = below.length > 0;
  if (!hasLegend && markdown === parts.body) return file;
  const body = hasLegend ? `${asInFile(markdown)}\n${legend(below, [...unresolved].sort(byId))}` : markdown;
  const head = parts.head.replace(/^(sha256: .*)$/m, `$1\nlinked_sha256: "${sha256(body)}"`);
  return `${head}${body}`;
}
