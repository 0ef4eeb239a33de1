import { toDollars } from "../money.ts";

export type CsvCell = string | bigint | boolean | null | { dollars: bigint };

/** Characters that start a formula in a spreadsheet, including their full-width forms. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/**
 * One line of CSV (RFC 4180). Texts come from briefs, models and users: a text that a spreadsheet would run as a
 * formula is prefixed with an apostrophe, which makes it text. Numbers come from this program and stay numbers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "object") return toDollars(cell.dollars);
  if (typeof cell !== "string") return String(cell);
  const harmless = formula.test(cell) ? `'${cell}` : cell;
  return `"${harmless.replaceAll('"', '""')}"`;
}
