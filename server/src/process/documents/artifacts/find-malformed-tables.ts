import { parseMarkdown } from "#platform";
import { cellsOf } from "../read/tables/table-lines.ts";

/** A table in which a row has more or fewer cells than there are headings. `row` is the number of the first such row. */
export type MalformedTable = { section: string; headings: string[]; row: number; cells: string[] };

/** The maximum number of tables to report: a person would not read a list of a thousand malformed tables. */
const mostTables = 20;

/** The tables with a row that has too many or too few cells: such a row shows values under the wrong headings. */
export function findMalformedTables(markdown: string): MalformedTable[] {
  const found: MalformedTable[] = [];
  let section = "";
  for (const block of parseMarkdown(markdown)) {
    if (block.type === "heading") section = block.text;
    const misfit = block.type === "table" ? firstMisfit(markdown.slice(block.start, block.end)) : null;
    if (misfit) found.push({ section, ...misfit });
    if (found.length === mostTables) break;
  }
  return found;
}

function firstMisfit(table: string): Omit<MalformedTable, "section"> | null {
  const [head, , ...rows] = table.split(/\r\n?|\n/).map(cellsOf);
  const row = rows.findIndex((cells) => cells.length !== head?.length);
  const cells = rows[row];
  return head && cells ? { headings: head, row: row + 1, cells } : null;
}
