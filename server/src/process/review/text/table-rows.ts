import { splitTableRow } from "#platform";

/** A row of a table: its cells, and under which headings they stand (empty when the table has none). */
export type TableRow = { cells: string[]; headings: readonly string[] };

/** Every row of every table among these lines, without headings and rulers; rows without the outer bars count too. */
export function tableRows(lines: readonly string[]): TableRow[] {
  const rows: TableRow[] = [];
  let headings: readonly string[] = [];
  for (const line of lines) {
    const cells = splitTableRow(line);
    if (cells.length < 2) {
      if (line.trim() === "") headings = [];
    } else if (cells.every((cell) => /^:?-+:?$/.test(cell))) {
      headings = rows.pop()?.cells.map((cell) => cell.toLowerCase()) ?? [];
    } else rows.push({ cells, headings });
  }
  return rows;
}

/** The cells under these headings; by their places where the headings have other names, as in a translated table. */
export function cellsUnder(row: TableRow, names: readonly string[]): string[] {
  const places = names.map((name) => row.headings.findIndex((heading) => heading.includes(name)));
  const isNamed = places.filter((place) => place >= 0).length >= 2;
  return names.map((_, index) => row.cells[(isNamed ? places[index] : index) ?? -1] ?? "");
}
