import { AppError } from "#platform";

/** The one row a function returned. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new AppError("internal", "The database returned no row where there is always one.");
  return row;
}
