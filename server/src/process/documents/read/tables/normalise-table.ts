import { applyEdits, blockEdit, type Edit } from "../edits.ts";
import { findJson, type JsonPart } from "../read-json.ts";
import { bare, oneLine, squash } from "../words.ts";
import { type BodyBlock, bodyBlocks, itemsOf, type ListItem } from "./body-blocks.ts";
import { type Column, placeColumns } from "./columns.ts";
import { readFields } from "./fields.ts";
import { findTables, fitRow, type LooseTable, tableText } from "./read-table.ts";

/** Parses a list item into the cells of a row; null if it is not a row. */
export type RowOfItem = (item: ListItem) => string[] | null;

/** Longer texts are not table rows. */
const longestRow = 4_000;

/** Rewrites a register of any format as a well-formed table, with its columns in the expected order. */
export function normaliseTable(body: string, columns: readonly Column[], rowOfItem: RowOfItem): string {
  const blocks = bodyBlocks(body);
  const tables = findTables(blocks, columns)
    .map((table) => upright(table, columns))
    .filter((table) => isRegister(table, columns));
  const edits = tables.flatMap((table) => tableEdit(table, columns));
  const ofJson = findJson(body, blocks).flatMap((part) => jsonEdit(part, columns));
  const ofLists = listEdits(body, blocks, { columns, rowOfItem, isOnly: tables.length + ofJson.length === 0 });
  const ofLines = tables.length + ofJson.length + ofLists.length > 0 ? [] : lineEdits(blocks, { columns, rowOfItem });
  const all = [...edits, ...ofJson, ...ofLists, ...ofLines];
  const ofSections = tables.length === 0 && all.length === 0 ? sectionEdits(body, blocks, { columns, rowOfItem }) : [];
  return applyEdits(
    body,
    [...all, ...ofSections].map((edit) => blockEdit(body, edit)),
  );
}

/** A table with other headings and fewer columns is an additional table, not the register. */
const isRegister = ({ headings, rows }: LooseTable, columns: readonly Column[]): boolean =>
  placeColumns(headings, columns, rows).isNamed ||
  (headings?.length ?? rows[0]?.length ?? 0) >= Math.max(2, Math.min(columns.length - 1, 3));

/** Transposes a table if the first cells of its rows are the names of the columns. */
function upright(table: LooseTable, columns: readonly Column[]): LooseTable {
  const { headings, rows } = table;
  if (!headings || rows.length > columns.length + 2 || placeColumns(headings, columns).isNamed) return table;
  const names = rows.map(([name = ""]) => name);
  if (!placeColumns(names, columns.slice(1)).isNamed) return table;
  return {
    ...table,
    headings: [headings[0]?.trim() || (columns[0]?.heading ?? ""), ...names],
    rows: headings.slice(1).map((heading, index) => [heading, ...rows.map((row) => row[index + 1] ?? "")]),
    isWellFormed: false,
  };
}

function tableEdit(table: LooseTable, columns: readonly Column[]): Edit[] {
  const { headings, rows } = table;
  const { places, isNamed } = placeColumns(headings, columns, rows);
  const isOrdered = places.every((place, index) => place === index);
  if (table.isWellFormed && (isOrdered || !isNamed)) return [];
  const width = headings?.length ?? Math.max(columns.length, commonLength(rows));
  const fits = Array.from({ length: width }, (_, place) => columns[places.indexOf(place)]?.fits);
  const extra = Array.from({ length: width }, (_, place) => place).filter((place) => !places.includes(place));
  const toOrder = (cells: readonly string[]) => [...places, ...extra].map((place) => cells[place] ?? "");
  const titles = [
    ...columns.map((column, index) => headings?.[places[index] ?? -1] ?? column.heading),
    ...extra.map((place) => headings?.[place] ?? "note"),
  ];
  const { start, end } = table;
  return [
    {
      start,
      end,
      text: tableText(
        titles,
        rows.map((row) => toOrder(fitRow(row, width, fits))),
      ),
    },
  ];
}

function commonLength(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 0;
}

function jsonEdit({ start, end, rows }: JsonPart, columns: readonly Column[]): Edit[] {
  const keys = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const { places, isNamed } = placeColumns(
    keys.map((key) => key || (columns[0]?.heading ?? "")),
    columns,
  );
  const isByPlace = keys.every((key) => /^\d+$/.test(key));
  if (rows.length === 0 || !(isNamed || isByPlace)) return [];
  const order = [...places, ...keys.keys().filter((place) => !places.includes(place))];
  const titles = order.map((place, index) => columns[index]?.heading ?? keys[place] ?? "note");
  const cells = rows.map((row) => order.map((place) => row.get(keys[place] ?? "\0") ?? ""));
  return [{ start, end, text: tableText(titles, cells) }];
}

/** Turns lists into table rows. If there is also a table, only items whose first cell fits the first column become rows. */
function listEdits(
  body: string,
  blocks: readonly BodyBlock[],
  { columns, rowOfItem, isOnly }: { columns: readonly Column[]; rowOfItem: RowOfItem; isOnly: boolean },
): Edit[] {
  const titles = columns.map(({ heading }) => heading);
  const first = columns[0]?.fits;
  return blocks
    .filter(({ type }) => type === "list")
    .flatMap((list) => {
      const items = itemsOf(list, body);
      const parts = items.map((item, index) => {
        const row = rowOfItem(item);
        const { start, end } = list.children[index] ?? list;
        return row && (isOnly || first?.(row[0] ?? "")) ? row : body.slice(start, end).trimEnd();
      });
      const text = tablesAmong(parts, titles);
      return text === null ? [] : [{ start: list.start, end: list.end, text }];
    });
}

/** Turns a paragraph of several lines into a table. */
function lineEdits(
  blocks: readonly BodyBlock[],
  { columns, rowOfItem }: { columns: readonly Column[]; rowOfItem: RowOfItem },
): Edit[] {
  const titles = columns.map(({ heading }) => heading);
  return blocks.flatMap(({ type, raw, start, end }): Edit[] => {
    const lines = type === "paragraph" ? raw.split("\n") : [];
    if (lines.length < 2) return [];
    const parts = lines.map(
      (line) => rowOfItem({ marker: "-", box: null, text: line, first: line.trim(), below: "" }) ?? line,
    );
    const tables = tablesAmong(parts, titles);
    return tables === null ? [] : [{ start, end, text: tables }];
  });
}

/**
 * Turns sections into table rows: `### Late permit` (or the same in bold) followed by one field for each further column, or
 * `### Cost: 8/10` followed by text.
 */
function sectionEdits(
  body: string,
  blocks: readonly BodyBlock[],
  { columns, rowOfItem }: { columns: readonly Column[]; rowOfItem: RowOfItem },
): Edit[] {
  const labels = new Set(columns.slice(1).flatMap(({ names }) => names));
  const isLabel = (raw: string) => labels.has(squash(/^ {0,3}\*\*([^*\n]+)\*\*/.exec(raw)?.[1] ?? ""));
  const starts = blocks.filter(
    ({ type, raw }) =>
      type === "heading" || (type === "paragraph" && /^ {0,3}\*\*[^*\n]+\*\*/.test(raw) && !isLabel(raw)),
  );
  // The last section may be followed by a rule or by the tag that closes the artifact.
  const last = starts.at(-1)?.start ?? 0;
  const rule = blocks.find(({ type, start }) => start > last && (type === "rule" || type === "html"));
  const whole = rule?.start ?? body.trimEnd().length;
  const parts = starts.flatMap((block, index): (string | string[])[] => {
    const title = block.type === "heading" ? block.text : (/^ {0,3}\*\*([^*\n]+)\*\*/.exec(block.raw)?.[1] ?? "");
    const from = block.type === "heading" ? block.end : block.start + block.raw.indexOf("**", 4) + 2;
    const text = body.slice(from, starts[index + 1]?.start ?? whole);
    const row =
      rowOfFields({ title: bare(title), text }, columns) ??
      rowWithText({ first: title, below: text }, rowOfItem, columns);
    if (row) return [row];
    // A paragraph below the fields, such as an offer to do more, is not part of the row.
    const remark = text.trimEnd().lastIndexOf("\n\n");
    const shorter = remark < 0 ? null : rowOfFields({ title: bare(title), text: text.slice(0, remark) }, columns);
    return shorter
      ? [shorter, text.slice(remark).trim()]
      : [body.slice(block.start, starts[index + 1]?.start ?? whole).trim()];
  });
  const text = tablesAmong(
    parts,
    columns.map(({ heading }) => heading),
  );
  return text === null ? [] : [{ start: starts[0]?.start ?? 0, end: Math.max(whole, starts.at(-1)?.end ?? 0), text }];
}

/**
 * Joins consecutive rows into a table and leaves other text where it is. Null if fewer than half of the parts are rows,
 * because then they are probably not meant as rows.
 */
function tablesAmong(parts: readonly (string | string[])[], titles: readonly string[]): string | null {
  const count = parts.filter((part) => typeof part !== "string").length;
  if (count === 0 || count * 2 < parts.length) return null;
  const texts: string[] = [];
  let rows: string[][] = [];
  const settle = () => {
    if (rows.length > 0) texts.push(tableText(titles, rows));
    rows = [];
  };
  for (const part of parts) {
    if (typeof part !== "string") rows.push(part);
    else {
      settle();
      texts.push(part);
    }
  }
  settle();
  return texts.join("\n\n");
}

/** The cells of a row from labelled lines. Null if fewer than two columns are labelled, or if other text would be lost. */
function rowOfFields({ title, text }: { title: string; text: string }, columns: readonly Column[]): string[] | null {
  if (text.length > longestRow) return null;
  const indexOf = (name: string) => columns.findIndex(({ names }) => names.includes(name));
  const values = readFields(text, (name) => (indexOf(name) < 0 ? null : String(indexOf(name))));
  if (values.size < Math.min(2, columns.length - 1)) return null;
  const kept = squash([...values.values()].join(""));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isWhole = lines.every((line) => kept.includes(squash(line.replace(/^[^:：]{0,60}[:：]|^[^–—]{0,60}[–—]/, ""))));
  if (!isWhole) return null;
  return columns.map((_, index) => {
    const value = values.get(String(index))?.replaceAll("\n", "; ") ?? "";
    return index === 0 ? [title, value].filter((part) => part !== "").join(": ") : value;
  });
}

/** A row whose reason is the text below it: `- **Cost (10): 8/10**`, then a sentence. */
export function rowWithText(
  { first, below }: Pick<ListItem, "first" | "below">,
  rowOf: RowOfItem,
  columns: readonly Column[],
): string[] | null {
  const place = columns.findIndex(({ names }) => names[0] === "because");
  const text = oneLine(below.replace(/^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+/gm, ""));
  if (place < 0 || text.length > longestRow || /^\s*(?:#|\||`{3})/m.test(below)) return null;
  const row = rowOf({ marker: "-", box: null, text: first, first, below: "" });
  return (
    row?.map((cell, index) => (index === place ? [cell, text].filter((part) => part !== "").join(" ") : cell)) ?? null
  );
}

/** A row from a list item: fields below it, labels within it, or cells between bars or dashes. */
export function rowOfItem(columns: readonly Column[]): RowOfItem {
  const labels = columns.slice(1).map(labelOf);
  return ({ text, first, below }) => {
    if (text.length > longestRow) return null;
    if (below.trim() !== "") return rowOfFields({ title: withoutLabel(first, columns[0]), text: below }, columns);
    return rowOfLabels(first, columns, labels) ?? rowOfCells(first, columns);
  };
}

const withoutLabel = (text: string, column: Column | undefined): string => {
  const [label = "", ...rest] = bare(text).split(/[:：]/);
  return rest.length > 0 && column?.names.includes(squash(label))
    ? rest.join(":").trim()
    : bare(text).replace(/[:：]$/, "");
};

function rowOfCells(text: string, columns: readonly Column[]): string[] | null {
  for (const separator of [/(?<!\\)\s*\|\s*/, /\s+[–—]\s+|\s+--?\s+/, /\s*;\s+/]) {
    const cells = text.split(separator).filter((cell) => cell.trim() !== "");
    if (cells.length === columns.length) return cells.map((cell) => cell.trim());
  }
  return null;
}

/** Matches the label in front of a column's value: the column's name followed by a colon or by a number. */
const labelOf = ({ labels }: Column): RegExp => {
  const names = labels.map((label) => RegExp.escape(label)).join("|");
  return new RegExp(
    `[\\s(,;.–—-]{0,4}(?<![\\p{L}\\p{N}])[*_]{0,2}(?:${names})[*_]{0,2}(?:\\s{0,2}[:：=][*_]{0,2}\\s*|\\s{1,2}(?=[*_]{0,2}\\d))`,
    "iu",
  );
};

/** A row from labelled values: `Late permit (likelihood 3, impact 4). Early sign: no reply; response: call.` */
function rowOfLabels(text: string, columns: readonly Column[], labels: readonly RegExp[]): string[] | null {
  if (!/[:：=\d]/.test(text)) return null;
  const places = labels.flatMap((label, index) => {
    const match = label.exec(text);
    return match ? [{ column: index + 1, at: match.index, from: match.index + match[0].length }] : [];
  });
  if (places.length < Math.min(2, columns.length - 1)) return null;
  const inOrder = places.toSorted((one, other) => one.at - other.at);
  const cells = columns.map(() => "");
  cells[0] = withoutLabel(text.slice(0, inOrder[0]?.at), columns[0]);
  for (const [index, { column, from }] of inOrder.entries()) {
    const next = inOrder[index + 1]?.at ?? text.length;
    if (next < from) return null;
    cells[column] = trimmed(text.slice(from, next));
  }
  return cells;
}

/** Removes the separators around a value, and a closing bracket whose opening one is before the label. */
function trimmed(value: string): string {
  const text = value.replace(/^[\s,;:–—-]+|(?<![\s,;–—])[\s,;–—]+$/g, "");
  const opened = text.split("(").length;
  return opened < text.split(")").length ? text.replace(")", "").trim() : text;
}
