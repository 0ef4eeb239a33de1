import { splitTableRow } from "#platform";

/** The cells of a line in a table. A line without any bar is a row of one cell. */
export const cellsOf = (line: string): string[] => (line.includes("|") ? splitTableRow(line) : [line.trim()]);

/** True if a row has no last bar, so that its last cell may continue on the next line. */
const isOpen = (row: string): boolean => /^\s*\|/.test(row) && !/\|\s*$/.test(row);

/**
 * Joins each line with the next one if the next line continues its last cell. A joined row has no more cells than the
 * table's first line.
 */
export function joinRows(lines: readonly string[]): string[] {
  const rows: string[] = [];
  const width = cellsOf(lines[0] ?? "").length;
  const continues = (before: string, line: string): boolean => {
    if (!isOpen(before) || /^\s*[|+]|^[\s|:=–—-]*$/.test(line)) return false;
    const count = cellsOf(line).length;
    return count < 2 || cellsOf(before).length + count - 1 <= width;
  };
  for (const line of lines) {
    const before = rows.at(-1);
    if (before !== undefined && continues(before, line)) rows.splice(-1, 1, `${before.trimEnd()} ${line.trim()}`);
    else rows.push(line);
  }
  return rows;
}

/** A line that Markdown reads as an underline, which makes the text above it a heading. */
const underline = /^\s*(?:=+|-+)\s*$/;

/**
 * The length of a table without the text directly below it: the lines after the last bar. These lines belong to the
 * table if they continue the last cell of a row that is too short, if one of them is an underline, or if the table has
 * only one column.
 */
export function rowsEnd(table: string): number {
  const lines = table.split("\n");
  const count = lines.findLastIndex((line) => line.includes("|")) + 1;
  const below = lines.slice(count);
  const [head = "", last = ""] = [lines[0], lines[count - 1]];
  const width = cellsOf(head).length;
  const continues = width < 2 || (count > 2 && isOpen(last) && cellsOf(last).length < width);
  if (below.length === 0 || continues || below.some((line) => underline.test(line))) return table.length;
  return lines.slice(0, count).join("\n").length;
}
