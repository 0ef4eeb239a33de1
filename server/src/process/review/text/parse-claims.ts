import { shorten } from "./bare.ts";

/** What was found, and what could not be read or was too much: a sentence each. */
export type Parsed<Item> = { items: Item[]; warnings: string[] };

export const mostClaims = 25;
export const longestClaim = 600;

const item = /^ {0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+(.+)$/;
/** `C: …`, `**C:** …`, `[C3] …`, `C3 - …` */
const marked = /^[*_[(]{0,3}C[ -]?\d{0,4}[\])]?[*_]{0,2}[ \t]*(?:[:.–—-][*_]{0,2}|(?<=[\])])|(?<=\d))[ \t]+(.+)$/;

/** The claims of a proposal: items that begin `C:`; where a writer left out the mark everywhere, all items. */
export function parseClaims(lines: readonly string[]): Parsed<string> {
  const items = joinItems(lines);
  const withMark = items.flatMap((text) => marked.exec(text)?.[1] ?? []);
  const all = (withMark.length > 0 ? withMark : items).map((text) => shorten(text, longestClaim));
  const claims = [...new Set(all.filter((text) => /\p{L}/u.test(text)))];
  const warnings =
    claims.length > mostClaims
      ? [`Of ${claims.length} claims only the first ${mostClaims} are numbered.`]
      : claims.length === 0
        ? ["The artifact Claims has no line that could be read as a claim."]
        : [];
  return { items: claims.slice(0, mostClaims), warnings };
}

/** List items of the first level; a line below one that is indented carries it on. */
function joinItems(lines: readonly string[]): string[] {
  const items: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const text = item.exec(line)?.[1];
    if (text !== undefined) items.push(text);
    else if (isOpen && /^[ \t]{2,}[^\s*+-]/.test(line))
      items.push(`${items.pop() ?? ""} ${line.trim()}`.slice(0, 4_000));
    isOpen = text !== undefined || (isOpen && line.trim() !== "");
  }
  return items;
}
