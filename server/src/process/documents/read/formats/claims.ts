import { applyEdits, blockEdit, type Edit } from "../edits.ts";
import { findJson } from "../read-json.ts";
import { type BodyBlock, bodyBlocks, itemsOf, type ListItem, ungrouped } from "../tables/body-blocks.ts";
import { findTables } from "../tables/read-table.ts";
import { bare, oneLine, shorten, squash, withoutCitations } from "../words.ts";

export const mostClaims = 25;
export const longestClaim = 600;

/** Words that models write in front of a claim. */
const claimWords =
  "C|claim|behauptung|these|aussage|affirmation|thèse|afirmación|afirmação|tesis|tese|affermazione|tesi|bewering|stelling|twierdzenie|teza|tvrzení|påstående|påstand|väite|утверждение|тезис|твердження|主张|主張|주장|טענה|ادعاء|iddia";
/** `C: …`, `**C:** …`, `[C3] …`, `C3 - …`, `Claim 3: …`, `C：…` */
const mark = new RegExp(
  `^[*_[(]{0,3}(?:${claimWords})[ .-]?\\d{0,4}[\\])]?[*_]{0,3}[ \\t]*(?:[:.：–—-][*_]{0,3}|(?<=[\\])*_])|(?<=\\d))(?:[ \\t]+|(?<=：[*_]{0,3}))(?=\\S)`,
  "iu",
);
/** A mark that the model invented, such as `T: …`. It counts only if all items of a list begin with the same mark. */
const ownMark = /^[*_]{0,3}(\p{L}{1,3})[ .-]?\d{0,4}[*_]{0,3}[:：][*_]{0,3}[ \t]+(?=\S)/u;
/** The beginning of an item that is a remark about the claims. */
const remark =
  /^[*_]{0,3}(?:note|remark|n\.?b\.?|p\.?s\.?|hinweis|anmerkung|remarque|nota|opmerking|uwaga|poznámka|merk|obs|примечание|注意?|备注|备考|備考|참고|הערה|ملاحظة)[*_]{0,3}[ \t]*[:：]/iu;
const canonical = /^ {0,3}[-*+] +C: /;

/** The text of a claim without its mark; null if the line has no mark. */
const afterMark = (text: string): string | null => (mark.test(text) ? text.replace(mark, "") : null);

/** Rewrites claims of any format as `- C: …` lines. */
export function normaliseClaims(written: string): string {
  const body = applyEdits(written, groupEdits(written));
  const blocks = bodyBlocks(body);
  const lists = blocks.filter(({ type }) => type === "list");
  const hasMarks = lists.some((list) => itemsOf(list, body).some(({ first }) => afterMark(first) !== null));
  const edits = [
    ...lists.flatMap((list) => listEdit(list, body, hasMarks)),
    ...(hasMarks ? [] : otherEdits(body, blocks, lists.length > 0)),
  ];
  return applyEdits(
    body,
    edits.map((edit) => blockEdit(body, edit)),
  );
}

/** Edits that split a list of subjects, with claims below each of them, into one list of claims per subject. */
const groupEdits = (body: string): Edit[] =>
  bodyBlocks(body)
    .filter(({ type }) => type === "list")
    .flatMap((list): Edit[] => {
      const text = ungrouped(list, body, ({ first }) => afterMark(first) !== null);
      return text === null ? [] : [blockEdit(body, { start: list.start, end: list.end, text })];
    });

function listEdit(list: BodyBlock, body: string, hasMarks: boolean): Edit[] {
  const items = itemsOf(list, body);
  const isMarked = items.some(({ first }) => afterMark(first) !== null);
  const own = isMarked ? null : sharedMark(items);
  const lines = items.map(({ text, marker, first, below }) => {
    const said = own === null ? afterMark(text) : text.replace(ownMark, "");
    const isPlain = below.trim() === "" || !/^\s*(?:[-*+]|\d+[.)])\s/m.test(below);
    // If this list has marks, an item without a mark is usually a claim, too. If only other lists have marks, the items of this
    // list are remarks.
    const isRemark = hasMarks && (!isMarked || remark.test(first) || (!isPlain && /[:：][*_]{0,2}$/.test(first)));
    if (said === null && isRemark) return `${marker} ${text.replaceAll("\n", "\n  ")}`;
    const start = said === null ? first : (said.split("\n", 1)[0] ?? "");
    return isPlain ? `- C: ${oneLine(said ?? text)}` : `- C: ${start}\n${indented(below)}`;
  });
  const raw = list.raw.split("\n").filter((line) => line.trim() !== "");
  if (raw.every((line) => canonical.test(line)) || items.every(({ first }) => first === "")) return [];
  const text = lines.join("\n");
  return text === list.raw ? [] : [{ start: list.start, end: list.end, text }];
}

/** The letters that every item of a list begins with: `T: …`. Null if they differ, or if there is only one item. */
function sharedMark(items: readonly ListItem[]): string | null {
  const letters = items.map(({ first }) => ownMark.exec(first)?.[1]?.toLowerCase());
  const [only = null, ...others] = new Set(letters);
  return items.length > 1 && others.length === 0 ? only : null;
}

/** Edits for claims in a table, in JSON, as headings or as lines of a paragraph. */
function otherEdits(body: string, blocks: readonly BodyBlock[], hasList: boolean): Edit[] {
  const headings = blocks.flatMap(({ type, text, start, end }): Edit[] => {
    const said = type === "heading" ? afterMark(text) : null;
    return said === null ? [] : [{ start, end, text: `- C: ${said}` }];
  });
  if (headings.length > 0) return headings;
  const tables = findTables(blocks).map(({ start, end, headings, rows }): Edit => {
    const lines = rows.map((row) => {
      const place = claimPlace(headings, row);
      // A claim must be one line: if its cell has a line break, the text after it could be parsed as a heading.
      const cells = row.map((cell) => cell.replace(/<br[ \t]{0,3}\/?>/gi, " ").trim());
      const others = cells.flatMap((cell, index) =>
        index === place || cell === "" || isId(cell) ? [] : [{ name: headings?.[index] ?? "", cell }],
      );
      const claim = `- C: ${cells[place] ?? ""}`;
      if (others.length === 0) return claim;
      if (others.some(({ name }) => name === "")) return `${claim} (${others.map(({ cell }) => cell).join("; ")})`;
      return [claim, ...others.map(({ name, cell }) => `  - ${name}: ${cell}`)].join("\n");
    });
    return { start, end, text: lines.join("\n") };
  });
  const json = findJson(body, blocks).map(({ start, end, rows, items }): Edit => {
    const texts = rows.map((row) => {
      const claim = [...row].find(([key]) => /claim|text|statement|sentence/i.test(key)) ?? [...row].at(-1);
      const others = [...row]
        .filter(([key, value]) => key !== claim?.[0] && !isId(value))
        .map(([key, value]) => `${key}: ${value}`);
      return `${claim?.[1] ?? ""}${others.length > 0 ? ` (${others.join("; ")})` : ""}`;
    });
    return { start, end, text: [...texts, ...items].map((text) => `- C: ${afterMark(text) ?? text}`).join("\n") };
  });
  const tabled = new Set(tables.map(({ start }) => start));
  const paragraphs = blocks
    .filter(({ type, start }) => type === "paragraph" && !tabled.has(start))
    .flatMap(({ raw, start, end }): Edit[] => {
      const lines = raw.split("\n").map((line) => line.trim());
      const marked = lines.filter((line) => afterMark(line) !== null);
      if (marked.length === 0 || hasList) return [];
      const texts = lines.map((line, index) => {
        const said = afterMark(line);
        return said === null ? (index === 0 || marked.length === 0 ? line : `  ${line}`) : `- C: ${said}`;
      });
      return [{ start, end, text: texts.join("\n") }];
    });
  return [...tables, ...json, ...(json.length > 0 ? [] : paragraphs)];
}

const isId = (cell: string): boolean => /^[\s*_[(#]*(?:(?:C|claim)?[ .-]?\d{1,4})?[\s\])*_.]*$/i.test(cell);

/** The index of the cell with the claim: under a matching heading, else the longest cell that is not an id. */
function claimPlace(headings: readonly string[] | null, row: readonly string[]): number {
  const named =
    headings?.findIndex(
      (heading, index) => /^(?:claim|statement|text|sentence)/.test(squash(heading)) && !isId(row[index] ?? ""),
    ) ?? -1;
  if (named >= 0) return named;
  const lengths = row.map((cell) => (isId(cell) ? 0 : cell.length));
  return lengths.indexOf(Math.max(...lengths));
}

export type Claims = { claims: string[]; count: number };

/** The text of a claim up to the reasons listed below it. A list after a colon is part of the claim. */
function sentenceOf(said: string): string {
  const paragraph = said.split(/\n[ \t]*\n/, 1)[0] ?? "";
  const head = paragraph.split(/\n[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]/, 1)[0] ?? "";
  return /[:：][*_]{0,2}\s*$/.test(head) ? paragraph : head;
}

/** The first 25 distinct claims of a canonical body; `count` is how many there are in all. */
export function readClaims(body: string): Claims {
  const lists = bodyBlocks(body).filter(({ type }) => type === "list");
  const texts = lists
    .flatMap((list) => itemsOf(list, body))
    .flatMap(({ text }) => {
      const said = afterMark(text);
      return said === null ? [] : [shorten(withoutCitations(sentenceOf(said)), longestClaim)];
    });
  const claims = [...new Set(texts.filter((text) => /[\p{L}\p{N}]/u.test(bare(text))))];
  return { claims: claims.slice(0, mostClaims), count: claims.length };
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
