import { isRow, isRuler, type Line } from "./document-lines.ts";
import { marks } from "./mark-names.ts";
import { works } from "./sentence-patterns.ts";
import { signatureOf } from "./signature-line.ts";

/**
 * Replaces the author's name in tables: in a heading row such as “| Author | N |”, and in cells below “Author” that hold
 * only a name.
 */
export function hideAuthorCells(lines: readonly Line[]): void {
  let column: number | null = null;
  for (const [index, line] of lines.entries()) {
    if (!isRow(line)) column = null;
    else if (isRuler(lines[index + 1])) {
      const cells = line.text.split("|");
      const at = cells.findIndex((cell) => /^[\s*_]*(?:author|written by|prepared by|proposed by)[\s*_]*$/i.test(cell));
      column = at < 0 ? null : at;
      if (line.signs === "stated") line.text = maskCell(line.text);
    } else if (column !== null) {
      const cells = line.text.split("|");
      line.text = cells.map((cell, at) => (at === column && nameCell.test(cell) ? maskCell(cell) : cell)).join("|");
    }
  }
}

const maskCell = (cell: string): string => cell.replace(new RegExp(marks.any, "gu"), "the author");
const nameCell = new RegExp(`^[\\s*_]*${marks.strange}[\\s*_]*$`, "u");

/**
 * Removes the name from titles: “# Proposal by N”, “Thesis — N”, “# Risk register (N)”. An HTML comment that names the author
 * is removed entirely.
 */
export function withoutAuthor({ text, code }: Line): string {
  if (code || !text.includes(marks.open)) return text;
  return text
    .replace(comment, (found) => (signatureOf(found) === null ? found : ""))
    .replace(titled, "$1$2")
    .replace(prefixed, "$1")
    .replace(bracketed, "$1");
}

const comment = /<!--.{0,200}?-->/g;
const titled = new RegExp(
  `^([\\s>*_]*(?:#{1,6}\\s+(?:[^\\n]{0,60}?(?<!\\p{L}))?)?(?:${works})(?: [A-Z\\d])?)[\\s*_]*(?:[–—-]|by |von |de |da |van |от |[(](?:by )?|(?<=^[\\s>*_#]*\\p{L}{1,20} )from )\\s*${marks.own}[)]?([\\s*_]*:?)[\\s*_]*$`,
  "iu",
);
const prefixed = new RegExp(`^(#{1,2}\\s+)${marks.own}\\s*[:–—]\\s*(?=${works})`, "iu");
const bracketed = new RegExp(`^(#\\s+[^\\n]{1,80}?)\\s*[(]${marks.own}[)]\\s*$`, "u");
