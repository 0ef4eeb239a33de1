import { applyEdits, blockEdit, type Edit } from "../edits.ts";
import { findJson } from "../read-json.ts";
import { type BodyBlock, bodyBlocks, itemsOf, ungrouped } from "../tables/body-blocks.ts";
import { findTables } from "../tables/read-table.ts";
import { bare, oneLine, shorten, squash, withoutCitations } from "../words.ts";

export const mostClaims = 25;
export const longestClaim = 600;

/** `C: …`, `**C:** …`, `[C3] …`, `C3 - …`, `Claim 3: …` */
const mark =
  /^[*_[(]{0,3}(?:C|claim)[ .-]?\d{0,4}[\])]?[*_]{0,3}[ \t]*(?:[:.：–—-][*_]{0,3}|(?<=[\])*_])|(?<=\d))[ \t]+(?=\S)/i;
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

/** Claims below items that name their subjects. */
const groupEdits = (body: string): Edit[] =>
  bodyBlocks(body)
    .filter(({ type }) => type === "list")
    .flatMap((list): Edit[] => {
      const text = ungrouped(list, body, ({ first }) => afterMark(first) !== null);
      return text === null ? [] : [blockEdit(body, { start: list.start, end: list.end, text })];
    });

function listEdit(list: BodyBlock, body: string, hasMarks: boolean): Edit[] {
  const items = itemsOf(list, body);
  const lines = items.map(({ text, marker, first, below }) => {
    const said = afterMark(text);
    if (said === null && hasMarks) return `${marker} ${text.replaceAll("\n", "\n  ")}`; // a remark among claims
    const isPlain = below.trim() === "" || !/^\s*(?:[-*+]|\d+[.)])\s/m.test(below);
    return isPlain ? `- C: ${oneLine(said ?? text)}` : `- C: ${afterMark(first) ?? first}\n${indented(below)}`;
  });
  const raw = list.raw.split("\n").filter((line) => line.trim() !== "");
  if (raw.every((line) => canonical.test(line)) || items.every(({ first }) => first === "")) return [];
  const text = lines.join("\n");
  return text === list.raw ? [] : [{ start: list.start, end: list.end, text }];
}

/** Claims in a table, in JSON, as headings or as lines of a paragraph. */
function otherEdits(body: string, blocks: readonly BodyBlock[], hasList: boolean): Edit[] {
  const headings = blocks.flatMap(({ type, text, start, end }): Edit[] => {
    const said = type === "heading" ? afterMark(text) : null;
    return said === null ? [] : [{ start, end, text: `- C: ${said}` }];
  });
  if (headings.length > 0) return headings;
  const tables = findTables(blocks).map(({ start, end, headings, rows }): Edit => {
    const lines = rows.map((row) => {
      const place = claimPlace(headings, row);
      const others = row.filter((cell, index) => index !== place && cell !== "" && !isId(cell));
      const claim = `${row[place] ?? ""}${others.length > 0 ? ` (${others.join("; ")})` : ""}`;
      // A claim is one line: a line break in its cell must not start a heading when the text is parsed again.
      return `- C: ${claim.replace(/<br[ \t]{0,3}\/?>/gi, " ").trim()}`;
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

/** The claims of a canonical body, without repetitions and at most 25; `count` is the total number. */
export function readClaims(body: string): Claims {
  const lists = bodyBlocks(body).filter(({ type }) => type === "list");
  const texts = lists
    .flatMap((list) => itemsOf(list, body))
    .flatMap(({ text }) => {
      const said = afterMark(text);
      return said === null ? [] : [shorten(withoutCitations(said.split(/\n[ \t]*\n/, 1)[0] ?? ""), longestClaim)];
    });
  const claims = [...new Set(texts.filter((text) => /[\p{L}\p{N}]/u.test(bare(text))))];
  return { claims: claims.slice(0, mostClaims), count: claims.length };
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
