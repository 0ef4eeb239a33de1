import { applyEdits, blockEdit, type Edit } from "../edits.ts";
import { bodyBlocks, itemsOf, type ListItem } from "../tables/body-blocks.ts";
import { placeColumns } from "../tables/columns.ts";
import { normaliseTable, rowOfItem, rowWithText } from "../tables/normalise-table.ts";
import { findTables, fitRow, type LooseTable, tableText } from "../tables/read-table.ts";
import { bare } from "../words.ts";
import { readVerdict, verdictAtStart } from "./verdict-words.ts";
import { verdictColumns } from "./verdicts.ts";

const longestItem = 2_000;

const rowOfFieldsBelow = rowOfItem(verdictColumns);

const idRun =
  "\\[?(?:C|claims?)[ .#-]{0,2}\\d{1,6}\\]?(?:\\s{0,2}(?:,|;|&|/|\\+|and|–|—|-|to)\\s{0,2}(?=\\[?(?:C|claims?)?[ .#-]{0,2}\\d))?";
const leadingIds = new RegExp(`^[*_]{0,3}((?:${idRun}|(?<=[,&–—-]\\s?)\\d{1,6}){1,60})[*_]{0,3}\\s*[:.–—-]*\\s*`, "iu");

/**
 * Reads a list item as a row of the requested table: `- [C4]: kept — it holds (R-3)`,
 * `- [C4] “the claim” → kept. It holds.`, `- Kept – [C4]: it holds`. `given` is the verdict of the group that the item is
 * in, if any.
 */
function rowOfVerdictItem(item: ListItem, given?: string): string[] | null {
  if (item.below.trim() !== "") {
    return rowOfFieldsBelow(item) ?? rowWithText(item, (one) => rowOfVerdictItem(one, given), verdictColumns);
  }
  const text = item.first;
  if (text.length > longestItem) return null;
  const [head = "", ids = ""] = leadingIds.exec(text) ?? [];
  if (ids === "") return verdictFirst(text) ?? idsInBrackets(text);
  const rest = bare(text.slice(head.length));
  const word = verdictAtStart.exec(rest)?.[0];
  const after = rest.slice(word?.length ?? 0);
  const isAlone = word !== undefined && isVerdictAlone(after);
  // In a group, `open to all` is only a reason, but `open: …` is a verdict that differs from the group's.
  if (given !== undefined && !isAlone) return rowOf(ids, given, rest);
  const later = isAlone ? null : verdictLater(ids, rest);
  // A quoted claim may begin with a word that is also a verdict: `“Open the hall” — kept`.
  if (later || word === undefined || (!isAlone && /^[“"„«‘']/.test(rest))) return later;
  const cut = /^(\s*\([^()]{0,80}\))?[\s:;,.–—-]*/.exec(after)?.[0] ?? "";
  const verdict = `${word.replace(/^[^\p{L}]+/u, "")}${/\([^()]*\)/.exec(cut)?.[0] ?? ""}`;
  return rowOf(ids, verdict, after.slice(cut.length));
}

/** True if the text after a verdict shows that the verdict stands alone and is not part of a sentence. */
const isVerdictAlone = (after: string): boolean => /^\s*(?:$|[.,;:()\]–—→-])/u.test(after);

/** Reads an item that begins with its verdict: `Kept – [C1], [C5]: the hall allows it`. */
function verdictFirst(text: string): string[] | null {
  const plain = bare(text);
  const word = verdictAtStart.exec(plain)?.[0];
  if (word === undefined) return null;
  const rest = plain.slice(word.length).replace(/^\s*(?:claims)?\s*(?:\(\d{1,4}\))?[\s:–—-]*/iu, "");
  const [head = "", ids = ""] = leadingIds.exec(rest) ?? [];
  return ids === "" ? null : rowOf(ids, word.replace(/^[^\p{L}]+/u, ""), rest.slice(head.length));
}

/** Reads an item with its ids in brackets: `**All other claims (C2–C6)** — kept: undisputed`. */
function idsInBrackets(text: string): string[] | null {
  const [head, about = ""] =
    /^([^()（）:：—]{1,60}[(（][^()（）]{1,200}[)）])[*_]{0,3}\s*(?:[:：]|[–—-](?=\s))\s*/u.exec(text) ?? [];
  if (head === undefined || !new RegExp(`[(（]${idRun}`, "iu").test(about)) return null;
  const rest = bare(text.slice(head.length));
  const word = verdictAtStart.exec(rest)?.[0];
  if (word === undefined || !isVerdictAlone(rest.slice(word.length))) return null;
  return rowOf(bare(about), word.replace(/^[^\p{L}]+/u, ""), rest.slice(word.length).replace(/^[\s:;,.–—-]+/, ""));
}

const parted = /\s*(?:→|⇒|=>|->)\s*|\s+[–—-]\s+|[:：]\s+|(?<=[”"»).!?])\s+/gu;

/** Finds the verdict after a quoted claim: `“The market opens at nine.” → Kept. The hall allows it.` */
function verdictLater(ids: string, rest: string): string[] | null {
  const starts = [...rest.matchAll(parted)]
    .slice(0, 40)
    .map(({ index, 0: cut }) => ({ end: index, start: index + cut.length }));
  const found = starts.flatMap(({ start, end }) => {
    const word = verdictAtStart.exec(rest.slice(start))?.[0];
    return word !== undefined && isVerdictAlone(rest.slice(start + word.length)) ? [{ start, end, word }] : [];
  });
  const [first, ...others] = found;
  // An item with two different verdicts has no clear verdict.
  if (!first || others.some(({ word }) => readVerdict(word) !== readVerdict(first.word))) return null;
  const claim = rest.slice(0, first.end).trim();
  const because = rest.slice(first.start + first.word.length).replace(/^[\s:;,.–—-]+/, "");
  const [, verdict = "", reason = "", answers = ""] = rowOf(ids, first.word.replace(/^[^\p{L}]+/u, ""), because);
  return [`${ids.replace(/[\s,;&–—-]{1,10}$/, "")}: ${claim}`, verdict, reason, answers];
}

const answered =
  /[\s(;,.–—→>-]{0,4}(?:(?:answers?|carried by|answered by|see)[\s:=→>-]{0,4})?(R-?\d{1,5}(?:(?:[\s,;&]|and){1,6}R-?\d{1,5}){0,20})\)?\.?$/iu;

function rowOf(ids: string, verdict: string, because: string): string[] {
  const answers = answered.exec(because);
  return [
    ids.replace(/[\s,;&–—-]{1,10}$/, ""),
    verdict,
    answers ? because.slice(0, answers.index) : because,
    answers?.[1]?.trim() ?? "none",
  ];
}

/** True for a heading or a bold line that gives one verdict to all claims below it: `## Kept`, `**Left open (3)**`. */
function isGroup(title: string): boolean {
  const word = verdictAtStart.exec(title)?.[0];
  if (title.length > 60 || word === undefined || readVerdict(title) === null) return false;
  return /^\s*(?:(?:claims?|positions?|items?|points?|as they are|as is|outright|for now)\s*)?(?:[(:–—-].*)?$/i.test(
    title.slice(word.length),
  );
}

/** Rewrites verdicts of any format as the requested table. Claims below a heading such as `Kept` get its verdict. */
export function normaliseVerdicts(body: string): string {
  return normaliseTable(spreadGroups(body), verdictColumns, rowOfVerdictItem);
}

function spreadGroups(body: string): string {
  const edits: Edit[] = [];
  let group: string | null = null;
  const blocks = bodyBlocks(body);
  const tables = new Map(findTables(blocks, verdictColumns).map((table) => [table.start, table]));
  for (const block of blocks) {
    if (block.type === "heading" || (block.type === "paragraph" && /^ {0,3}\*\*[^\n]{1,80}$/.test(block.raw))) {
      const title = block.type === "heading" ? block.text : bare(block.raw).replace(/[:：]$/, "");
      group = isGroup(title) ? title : null;
      continue;
    }
    if (group === null) continue;
    const verdict = verdictAtStart.exec(bare(group))?.[0].replace(/^[^\p{L}]+/u, "") ?? group;
    const table = tables.get(block.start);
    if (table) edits.push(...groupedTable(table, verdict));
    else if (block.type === "list") {
      const rows = itemsOf(block, body).map((item) => rowOfVerdictItem(item, verdict));
      if (rows.length === 0 || rows.some((row) => row === null)) continue;
      const cells = rows.flatMap((row) => (row ? [row] : []));
      edits.push({ start: block.start, end: block.end, text: tableText(columnHeadings, cells) });
    }
  }
  return applyEdits(
    body,
    edits.map((edit) => blockEdit(body, edit)),
  );
}

const columnHeadings = verdictColumns.map(({ heading }) => heading);

/** Adds a column with the group's verdict to a table, unless the table has a column for verdicts. */
function groupedTable({ start, end, headings, rows }: LooseTable, verdict: string): Edit[] {
  const { places, isNamed } = placeColumns(headings, verdictColumns, rows);
  if (!headings || !isNamed || places[0] === -1 || places[1] !== -1) return [];
  const cells = rows.map((row) => fitRow(row, headings.length, []));
  const at = (places[0] ?? 0) + 1;
  return [
    {
      start,
      end,
      text: tableText(
        headings.toSpliced(at, 0, "verdict"),
        cells.map((row) => row.toSpliced(at, 0, verdict)),
      ),
    },
  ];
}
