/** A row of a CSV file: its cells, and the line on which it begins. */
export type CsvRow = { line: number; cells: string[] };

/**
 * Reads RFC 4180: cells in quotes may hold separators, line breaks and doubled quotes. The separator is the one of comma, semicolon and tab
 * that the first line has most of. Empty lines are left out.
 */
export function readCsv(text: string): CsvRow[] {
  const content = text.replace(/^\ufeff/, "");
  const firstLine = content.slice(0, content.search(/\r|\n|$/));
  const separator = [",", ";", "\t"].reduce((best, one) =>
    count(firstLine, one) > count(firstLine, best) ? one : best,
  );
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let [cell, isQuoted, line] = ["", false, 1];
  const endRow = () => {
    row.cells.push(cell.trim());
    cell = "";
    if (row.cells.some((one) => one !== "")) rows.push(row);
  };
  for (let at = 0; at < content.length; at += 1) {
    const char = content[at] as string;
    if (char === "\n") line += 1;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (content[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (char === separator) {
      row.cells.push(cell.trim());
      cell = "";
    } else if (char === "\n") {
      endRow();
      row = { line, cells: [] };
    } else if (char !== "\r") cell += char;
  }
  endRow();
  return rows;
}

const count = (text: string, part: string): number => text.split(part).length - 1;
