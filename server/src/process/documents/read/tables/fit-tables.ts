import { applyEdits, type Edit } from "../edits.ts";
import { bodyBlocks } from "./body-blocks.ts";
import { fitRow, tableRow } from "./read-table.ts";
import { cellsOf, joinRows } from "./table-lines.ts";

/**
 * Makes every table of a text well-formed, in artifacts of every kind: each row gets as many cells as the table has headings, and
 * a blank line separates the table from the text below it. Well-formed tables are not changed.
 */
export function fitTables(body: string): string {
  if (!body.includes("|")) return body;
  const blocks = bodyBlocks(body);
  const edits = blocks.flatMap(({ type, start, end, raw }, index): Edit[] => {
    if (type !== "table") return [];
    const lines = raw.split("\n");
    const [head = "", ruler = "", ...rows] = joinRows(lines);
    const width = cellsOf(head).length;
    const fitted = rows.map((row) => (cellsOf(row).length === width ? row : tableRow(fitRow(cellsOf(row), width, []))));
    const text = [head, ruler, ...fitted].join("\n");
    const below = blocks[index + 1]?.start === end + 1 && blocks[index + 1]?.type === "paragraph" ? "\n" : "";
    return text === raw && below === "" ? [] : [{ start, end, text: `${text}${below}` }];
  });
  return applyEdits(body, edits);
}
