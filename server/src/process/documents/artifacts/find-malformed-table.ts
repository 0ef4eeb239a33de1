import { parseMarkdown, splitTableRow } from "#platform";

/** A table with a row that has more or fewer cells than the table has headings. */
export type MalformedTable = { section: string; headings: string[]; row: number; cells: string[] };

/** The first table in which a row has too many or too few cells: they would be shown under wrong headings. */
export function findMalformedTable(markdown: string): MalformedTable | null {
  let section = "";
  for (const block of parseMarkdown(markdown)) {
    if (block.type === "heading") section = block.text;
    const bad = block.type === "table" ? misfit(markdown.slice(block.start, block.end)) : null;
    if (bad) return { section, ...bad };
  }
  return null;
}

function misfit(table: string): Omit<MalformedTable, "section"> | null {
  const [head, , ...rows] = table.split(/\r\n?|\n/).map(cellsOf);
  const row = rows.findIndex((cells) => cells.length !== head?.length);
  const cells = rows[row];
  return head && cells ? { headings: head, row: row + 1, cells } : null;
}

/** A line without any bar is a row of one cell. */
const cellsOf = (line: string): string[] => (line.includes("|") ? splitTableRow(line) : [line.trim()]);
