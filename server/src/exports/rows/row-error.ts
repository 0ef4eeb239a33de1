import { AppError } from "#platform";

/** A place in an export: the table, the line of its file (from 1), and the column if there is one. */
export type RowPlace = { table: string; row: number; column?: string | undefined };

/** The error for a row that cannot be imported. Names the place in the message and in `details`. */
export function rowError(place: RowPlace, message: string, cause?: unknown): AppError {
  const { table, row, column } = place;
  const where = `rows/${table}.jsonl, line ${row}${column === undefined ? "" : `, column ${column}`}`;
  return new AppError("damaged_export", `${where}: ${message}`, {
    cause,
    details: { table, row, column: column ?? null },
  });
}
