import { stripVTControlCharacters } from "node:util";

/** Rows under a heading, in columns as wide as their longest cell. */
export function table(headings: string[], rows: string[][]): string {
  if (rows.length === 0) return "Nothing there yet.";
  const all = [headings.map((heading) => heading.toUpperCase()), ...rows.map((row) => row.map(oneLine))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ""))));
  return all.map((row) => alignRow(row, widths)).join("\n");
}

/** Names before values, aligned: how one thing is shown. */
export function list(entries: [string, string][]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

const oneLine = (cell: string) => cell.replace(/\s+/g, " ").trim();
const widthOf = (text: string) => stripVTControlCharacters(text).length;
const alignRow = (row: string[], widths: number[]) =>
  row
    .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)))
    .join("  ")
    .trimEnd();
