import { splitTableRow } from "#platform";
import { oneLine } from "../words.ts";
import { type BodyBlock, codeContent } from "./body-blocks.ts";
import type { Column } from "./columns.ts";
import { placeColumns } from "./columns.ts";
import { joinRows } from "./table-lines.ts";

/** A table in a text: `headings` is null if it has none. Rows have their original number of cells. */
export type LooseTable = {
  start: number;
  end: number;
  headings: string[] | null;
  rows: string[][];
  isWellFormed: boolean;
};

const ruler = /^:?[-–—=]+:?$/;

/**
 * Finds every table in a body, including rows that are separated by blank lines or that a Markdown parser does not
 * recognize.
 */
export function findTables(blocks: readonly BodyBlock[], columns: readonly Column[] = []): LooseTable[] {
  const tables: LooseTable[] = [];
  let group: BodyBlock[] = [];
  const settle = () => {
    const [first, last] = [group[0], group.at(-1)];
    if (first && last) tables.push({ ...readRows(group.map(rowText), columns), start: first.start, end: last.end });
    group = [];
  };
  for (const block of blocks) {
    if (!isTableLike(block, columns.length > 0)) settle();
    else {
      // Another delimiter row starts another table.
      if (block.type === "table" && group.some(({ type }) => type === "table")) settle();
      group.push(block);
    }
  }
  settle();
  return tables.filter(({ rows }) => rows.length > 0);
}

const rowText = (block: BodyBlock): string =>
  block.type === "code" ? codeContent(block.raw) : block.type === "html" ? rowsOfHtml(block.raw) : block.raw;

/** The rows of an HTML table as lines with bars. */
function rowsOfHtml(html: string): string {
  const rows = html
    .split(/<tr\b[^<>]{0,200}>/i)
    .slice(1)
    .map((row) => {
      const cells = row.split(/<t[dh]\b[^<>]{0,200}>/i).slice(1);
      const texts = cells.map((cell) => cell.replace(/<(?!br)[^<>]{0,200}>/gi, "").replaceAll("|", "\\|"));
      return { text: `| ${texts.map(oneLine).join(" | ")} |`, isHead: /^\s*<th\b/i.test(row), count: texts.length };
    });
  const [first] = rows;
  const ruler = first?.isHead ? [`|${"---|".repeat(first.count)}`] : [];
  return [...rows.slice(0, 1).map(({ text }) => text), ...ruler, ...rows.slice(1).map(({ text }) => text)].join("\n");
}

/** A border line of a table that is drawn with characters: `+-----+-----+`. */
const drawn = /^\s*[+|][-=+:]{3,}[+|]?\s*$/;

/** In a register, the table may also be in a code block or in HTML. Elsewhere code and HTML are not read as tables. */
function isTableLike(block: BodyBlock, isRegister: boolean): boolean {
  if (block.type === "table") return true;
  if (block.type === "html") return isRegister && /<tr\b[^<>]{0,200}>\s*<t[dh]\b/i.test(block.raw);
  if (block.type !== "paragraph" && !(isRegister && block.type === "code")) return false;
  if (!block.raw.includes("|")) return false;
  const lines = rowText(block)
    .split("\n")
    .filter((line) => line.trim() !== "" && !drawn.test(line));
  if (lines.length === 0 || (block.type === "code" && lines.length < 2)) return false;
  return lines.every((line) => line.length < longestRow && (/^\s*\|/.test(line) || splitTableRow(line).length >= 3));
}

/** Real rows are shorter, and splitting a longer one into cells takes many times its size in memory. */
const longestRow = 20_000;

function readRows(texts: readonly string[], columns: readonly Column[]): Omit<LooseTable, "start" | "end"> {
  const rows: string[][] = [];
  let headings: string[] | null = null;
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "");
  const joined = joinRows(lines);
  for (const line of joined) {
    if (/^\s*\+/.test(line) && drawn.test(line)) {
      if (headings === null && rows.length === 1) headings = rows.pop() ?? null;
      continue;
    }
    const cells = splitTableRow(line);
    if (cells.some((cell) => cell !== "") && cells.every((cell) => cell === "" || ruler.test(cell))) {
      if (headings === null && rows.length === 1) headings = rows.pop() ?? null;
      continue;
    }
    if (cells.length > 0) rows.push(cells);
    else rows.push([line.trim() === "|" ? "" : line.trim()]);
  }
  const [first] = rows;
  if (headings === null && first && placeColumns(first, columns).isNamed && columns.length > 1)
    headings = rows.shift() ?? null;
  const isHeading = (row: readonly string[]) => headings !== null && row.join("|") === headings.join("|");
  return {
    headings,
    rows: rows.filter((row) => !isHeading(row)),
    isWellFormed:
      texts.length === 1 &&
      joined.length === lines.length &&
      headings !== null &&
      rows.every((row) => row.length === headings?.length),
  };
}

/**
 * Fits a row to the number of columns. A short row is padded, and empty cells after the last column are dropped. A row
 * that is still too long has an unescaped bar in a cell. Its surplus cells are joined at the position that lets the most
 * cells fit their columns; on a tie, at the last such position.
 */
export function fitRow(
  written: readonly string[],
  width: number,
  fits: readonly (((cell: string) => boolean) | undefined)[],
): string[] {
  const cells = written.slice(0, Math.max(width, written.findLastIndex((cell) => cell.trim() !== "") + 1));
  if (cells.length <= width) return [...cells, ...Array.from({ length: width - cells.length }, () => "")];
  const extra = cells.length - width;
  if (width === 0) return [];
  const joinedAt = (place: number) => [
    ...cells.slice(0, place),
    cells.slice(place, place + extra + 1).join(" | "),
    ...cells.slice(place + extra + 1),
  ];
  const worth = (row: readonly string[]) => row.filter((cell, index) => fits[index]?.(cell)).length;
  let best = joinedAt(width - 1);
  if (width > mostPlaces) return best;
  for (let place = width - 2; place >= 0; place -= 1) {
    const other = joinedAt(place);
    if (worth(other) > worth(best)) best = other;
  }
  return best;
}

/** In tables with more columns, surplus cells are joined at the end: trying every position would not take linear time. */
const mostPlaces = 20;

/** The line of a row in a canonical table. */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => oneLine(cell).replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;

export const tableText = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [tableRow(headings), `|${headings.map(() => "---|").join("")}`, ...rows.map(tableRow)].join("\n");
