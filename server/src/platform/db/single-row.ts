import { AppError } from "../errors.ts";

/** Returns the one row of a function or an aggregate. */
export function singleRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new AppError("internal", "The database returned no row where there is always one.");
  return row;
}
