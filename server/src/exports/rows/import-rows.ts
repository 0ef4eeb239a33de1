import type { Tx } from "#platform";
import type { OpenZip } from "../zip/open-zip.ts";
import { isStorable } from "./columns/values.ts";
import { insertBatch } from "./insert-batch.ts";
import { readLines } from "./read-lines.ts";
import type { NewIds } from "./refs.ts";
import { type RowPlace, rowError } from "./row-error.ts";
import { type RowIndex, readRef } from "./row-index.ts";
import { columnsOf } from "./rows.store.ts";
import { type ExportedTable, withCurrentNames } from "./tables.store.ts";

/** The maximum size in bytes of the rows and texts that are in memory at a time; a larger row is inserted alone. */
const batchSize = 4 * 2 ** 20;

type Row = Record<string, unknown>;
type Catalog = Awaited<ReturnType<typeof columnsOf>>;

export type RowImport = {
  db: Tx;
  zip: OpenZip;
  ids: NewIds;
  index: RowIndex;
  /** Reads the text with this hash. */
  textOf: (sha256: string) => Promise<string>;
  ownerId: string;
  /** Returns the columns whose values depend on the database, not on the file. */
  overrides: (place: RowPlace, row: Row) => Promise<Row>;
};

/** Inserts the rows of a table, in batches, with new ids. `checkRows` has validated them. */
export async function importTable(input: RowImport, table: ExportedTable, path: string): Promise<void> {
  const catalog = await columnsOf(input.db, table);
  const insert = (rows: readonly { line: number; row: Row }[]) => insertBatch(input.db, { table: table.name, rows });
  let batch: { line: number; row: Row }[] = [];
  let bytes = 0;
  let count = 0;
  for await (const line of readLines(input.zip.read(path))) {
    count += 1;
    const place = { table: table.name, row: count };
    const row = await toRow(input, { table, catalog, place }, withCurrentNames(table, JSON.parse(line)));
    const size = line.length + (table.texts ?? []).reduce((sum, name) => sum + String(row[name]).length, 0);
    if (batch.length > 0 && bytes + size > batchSize) {
      await insert(batch);
      batch = [];
      bytes = 0;
    }
    batch.push({ line: count, row });
    bytes += size;
  }
  await insert(batch);
}

type RowContext = { table: ExportedTable; catalog: Catalog; place: RowPlace };

async function toRow(input: RowImport, context: RowContext, exported: Row): Promise<Row> {
  assertOneSession(input, context, exported);
  const row: Row = {};
  for (const [name, value] of Object.entries(exported)) {
    row[name] = await toCell(input, { ...context, place: { ...context.place, column: name } }, name, value);
  }
  for (const name of context.catalog.users) row[name] = input.ownerId;
  return { ...row, ...(await input.overrides(context.place, row)) };
}

async function toCell({ ids, textOf }: RowImport, { table, catalog, place }: RowContext, name: string, value: unknown) {
  if (table.texts?.includes(name)) return readText(textOf, place, value as { sha256: string });
  const type = catalog.columns.find((column) => column.name === name)?.type;
  const mayRefer = type === "uuid" || type === "jsonb" || table.idTexts?.includes(name);
  if (!mayRefer || table.exportAs?.[name] !== undefined) return value;
  const resolved = ids.resolve(value);
  if (resolved.ok) return resolved.value;
  throw rowError(place, `refers to ${resolved.unknown}, which is not in the export.`);
}

async function readText(textOf: RowImport["textOf"], place: RowPlace, { sha256 }: { sha256: string }): Promise<string> {
  const text = await textOf(sha256).catch((error: unknown) => {
    throw rowError(place, error instanceof Error ? error.message : "its text cannot be read.", error);
  });
  if (isStorable(text)) return text;
  throw rowError(place, "its text contains NUL, which cannot be stored.");
}

/** All rows that a row refers to must belong to one session: other code relies on that. */
function assertOneSession({ index }: RowImport, { place }: RowContext, exported: Row): void {
  let own: number | null = null;
  for (const [column, value] of Object.entries(exported)) {
    const ref = readRef(value);
    const session = ref && (index.find(ref)?.session ?? null);
    if (session === null || session === own) continue;
    if (own !== null) throw rowError({ ...place, column }, "refers to a row of another session.");
    own = session;
  }
}
