import { type DataFault, databaseFault, type Tx } from "#platform";
import * as store from "./import-rows.store.ts";
import { rowError } from "./row-error.ts";

type NumberedRow = { line: number; row: Record<string, unknown> };

/** Inserts rows. If the database refuses one, the error names its line and, if known, its column. */
export async function insertBatch(db: Tx, input: { table: string; rows: readonly NumberedRow[] }): Promise<void> {
  const { table, rows } = input;
  if (rows.length === 0) return;
  const fault = await tryInsert(db, input);
  if (!fault) return;
  const [first, ...others] = rows;
  if (first && others.length === 0) {
    const column = fault.column ?? (await store.columnsOfConstraint(db, { table, constraint: fault.constraint }));
    throw rowError({ table, row: first.line, column }, fault.message, fault.cause);
  }
  // The savepoint rolled back this batch, so its halves are inserted separately, down to the row that fails.
  const half = Math.ceil(rows.length / 2);
  await insertBatch(db, { table, rows: rows.slice(0, half) });
  await insertBatch(db, { table, rows: rows.slice(half) });
}

type Failed = DataFault & { cause: unknown };

async function tryInsert(
  db: Tx,
  { table, rows }: { table: string; rows: readonly NumberedRow[] },
): Promise<Failed | null> {
  try {
    await store.inSavepoint(db, async () => {
      for (const group of Map.groupBy(rows, ({ row }) => Object.keys(row).sort().join()).values()) {
        const columns = Object.keys(group[0]?.row ?? {});
        await store.insertRows(db, { table, columns, rows: group.map(({ row }) => row) });
      }
    });
    return null;
  } catch (cause) {
    const fault = databaseFault(cause);
    if (fault) return { ...fault, cause };
    throw cause;
  }
}
