import { AppError } from "#platform";

/** Where something of an export stands: the table, the line of its file (from 1), and the column if it is one. */
export type RowPlace = { table: string; row: number; column?: string | undefined };

/** The one error for rows that cannot be imported. It names their place, also as data for programs. */
export function rowFault(place: RowPlace, what: string, cause?: unknown): AppError {
  const { table, row, column } = place;
  const where = `rows/${table}.jsonl, line ${row}${column === undefined ? "" : `, column ${column}`}`;
  return new AppError("damaged_export", `${where}: ${what}`, {
    cause,
    details: { table, row, column: column ?? null },
  });
}
