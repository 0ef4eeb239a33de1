import { applyEdits, type Edit } from "../edits.ts";
import { bodyBlocks } from "./body-blocks.ts";
import { findTables, fitRow, tableText } from "./read-table.ts";

/** Makes all rows of a table as long as its headings: a ragged row would show values under wrong headings. */
export function mendTables(body: string): string {
  if (!body.includes("|")) return body;
  const tables = findTables(bodyBlocks(body));
  const edits = tables.flatMap(({ start, end, headings, rows, isWellFormed }): Edit[] => {
    if (isWellFormed || headings === null || headings.length < 2) return [];
    return [
      {
        start,
        end,
        text: tableText(
          headings,
          rows.map((row) => fitRow(row, headings.length, [])),
        ),
      },
    ];
  });
  return applyEdits(body, edits);
}
