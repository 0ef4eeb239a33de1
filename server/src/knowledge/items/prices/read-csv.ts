/** A row of a CSV file: its cells, and the line on which it begins. */
export type CsvRow = { line: number; cells: string[] };

/**
 * Reads RFC 4180: quoted cells may contain separators, line breaks and doubled quotes. The separator is whichever of
 * comma, semicolon and tab is most frequent in the first line. Empty lines are skipped.
 */
export function readCsv(text: string): CsvRow[] {
  const content = text.replace(/^\ufeff/, "");
  const firstLine = content.slice(0, content.search(/\r|\n|$/));
  const separator = [",", ";", "\t"].reduce((best, one) =>
    count(firstLine, one) > count(firstLine, best) ? one : best,
  );
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  for (let at = 0; at <= content.length; at += 1) {
    const { value, lines, end } = readCell(content, at, separator);
    row.cells.push(value);
    line += lines;
    at = end;
    if (content[end] === separator) continue;
    if (row.cells.some((one) => one !== "")) rows.push(row);
    line += 1;
    row = { line, cells: [] };
  }
  return rows;
}

/**
 * Reads the cell that begins at `from`. Returns its value, the number of its line breaks, and the position of its end:
 * a separator, a line feed or the end of the text. It copies whole slices, because copying single characters would
 * create millions of strings for a huge cell.
 */
function readCell(content: string, from: number, separator: string): { value: string; lines: number; end: number } {
  let at = from;
  while (at < content.length && content[at] !== separator && content[at] !== "\n" && isSpace.test(content[at] ?? ""))
    at += 1;
  const parts: string[] = [];
  if (content[at] === '"') {
    for (at += 1; ; at += 1) {
      const quote = content.indexOf('"', at);
      const end = quote < 0 ? content.length : quote;
      parts.push(content.slice(at, end));
      at = end + 1;
      if (content[at] !== '"') break;
      parts.push('"');
    }
  } else at = from;
  let end = Math.min(at, content.length);
  while (end < content.length && content[end] !== separator && content[end] !== "\n") end += 1;
  const lines = parts.reduce((sum, part) => sum + count(part, "\n"), 0);
  parts.push(content.slice(at, end).replaceAll("\r", ""));
  return { value: parts.join("").trim(), lines, end };
}

const isSpace = /\s/;

const count = (text: string, part: string): number => text.split(part).length - 1;
