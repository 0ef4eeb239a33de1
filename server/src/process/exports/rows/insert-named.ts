import { type DataFault, databaseFault, type Tx } from "#platform";
import { rowFault } from "./row-fault.ts";
import * as store from "./take-in.store.ts";

type NumberedRow = { line: number; row: Record<string, unknown> };

/** Inserts rows; if the database refuses them, the error names the row by its line, and the column where one is to blame. */
export async function insertNamed(db: Tx, input: { table: string; rows: readonly NumberedRow[] }): Promise<void> {
  const { table, rows } = input;
  if (rows.length === 0) return;
  const fault = await tryInsert(db, input);
  if (!fault) return;
  const [first, ...others] = rows;
  if (first && others.length === 0) {
    const column = fault.column ?? (await store.columnsOfConstraint(db, { table, constraint: fault.constraint }));
    throw rowFault({ table, row: first.line, column }, fault.message, fault.cause);
  }
  // Halved until the row is found: its statement was undone, and the rows before it can stay.
  const half = Math.ceil(rows.length / 2);
  await insertNamed(db, { table, rows: rows.slice(0, half) });
  await insertNamed(db, { table, rows: rows.slice(half) });
}

type Failed = DataFault & { cause: unknown };

async function tryInsert(
  db: Tx,
  { table, rows }: { table: string; rows: readonly NumberedRow[] },
): Promise<Failed | null> {
  try {
    await store.inSavepoint(db, async () => {
      for (const alike of Map.groupBy(rows, ({ row }) => Object.keys(row).sort().join()).values()) {
        const columns = Object.keys(alike[0]?.row ?? {});
        await store.insertRows(db, { table, columns, rows: alike.map(({ row }) => row) });
      }
    });
    return null;
  } catch (cause) {
    const fault = databaseFault(cause);
    if (fault) return { ...fault, cause };
    throw cause;
  }
}
