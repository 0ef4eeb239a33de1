import { stripVTControlCharacters } from "node:util";

const gap = "  ";
const narrowest = 12;

/** The width of the terminal; undefined if stdout is not a terminal, so that nothing is cut. */
const terminalWidth = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

/**
 * Formats rows under headings, in columns as wide as their longest cells. On a terminal, cells are cut where possible, so
 * that the rows fit its width.
 */
export function table(headings: string[], rows: string[][], room = terminalWidth()): string {
  if (rows.length === 0) return "Nothing to show.";
  const all = [headings.map((heading) => heading.toUpperCase()), ...rows.map((row) => row.map(oneLine))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ""))));
  if (room !== undefined) narrow(all, widths, room);
  return all.map((row) => alignRow(row, widths)).join("\n");
}

/**
 * Narrows the widest column of text repeatedly until the table fits. A cell without spaces is a number, an id or a path, and
 * would be useless if it were cut.
 */
function narrow(all: string[][], widths: number[], room: number): void {
  const isText = (column: number) =>
    all.slice(1).some((row) => / /.test(row[column] ?? "") && /\p{L}/u.test(row[column] ?? ""));
  const least = (column: number) => Math.max(narrowest, all[0]?.[column]?.length ?? 0);
  const texts = [...widths.keys()].filter(isText);
  const widthIn = (column: number) => widths[column] ?? 0;
  for (let left = widths.reduce((sum, width) => sum + width + gap.length, -gap.length) - room; left > 0; left -= 1) {
    const [widest] = texts.filter((one) => widthIn(one) > least(one)).sort((a, b) => widthIn(b) - widthIn(a));
    if (widest === undefined) break;
    widths[widest] = widthIn(widest) - 1;
  }
  for (const row of all) for (const column of texts) row[column] = cut(row[column] ?? "", widthIn(column));
}

/** A cell without spaces, such as an id, is not cut, even if its line becomes too long. */
const cut = (cell: string, width: number): string =>
  widthOf(cell) > width && cell.includes(" ") && !cell.includes("\x1b")
    ? `${cell.slice(0, width - 1).trimEnd()}…`
    : cell;

/** Formats the properties of one thing: names and values, aligned. */
export function list(entries: [string, string][]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

const oneLine = (cell: string) => cell.replace(/\s+/g, " ").trim();
const widthOf = (text: string) => stripVTControlCharacters(text).length;
const alignRow = (row: string[], widths: number[]) =>
  row
    .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))))
    .join(gap)
    .trimEnd();
