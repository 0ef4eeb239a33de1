import type { Table } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import { parseMarkdown } from "./markdown.ts";

/** A table with a row that has more or fewer cells than the table has headings. */
export type MalformedTable = { section: string; headings: string[]; row: number; cells: string[] };

/** The first table whose rows do not fit its headings: shown as it is, values would stand under wrong headings. */
export function findMalformedTable(markdown: string): MalformedTable | null {
  let section = "";
  for (const node of parseMarkdown(markdown).children) {
    if (node.type === "heading") section = plainText(node);
    const bad = node.type === "table" ? misfit(node) : null;
    if (bad) return { section, ...bad };
  }
  return null;
}

function misfit(table: Table): Omit<MalformedTable, "section"> | null {
  const [head, ...rows] = table.children.map((row) => row.children.map((cell) => plainText(cell)));
  const row = rows.findIndex((cells) => cells.length !== head?.length);
  const cells = rows[row];
  return head && cells ? { headings: head, row: row + 1, cells } : null;
}
