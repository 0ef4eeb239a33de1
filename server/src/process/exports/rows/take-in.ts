import type { Tx } from "#platform";
import type { OpenZip } from "../zip/open-zip.ts";
import { isStorable } from "./columns/values.ts";
import { insertNamed } from "./insert-named.ts";
import { readLines } from "./read-lines.ts";
import type { NewIds } from "./refs.ts";
import { type RowPlace, rowFault } from "./row-fault.ts";
import { type RowIndex, readRef } from "./row-index.ts";
import { columnsOf } from "./rows.store.ts";
import { type ExportedTable, withCurrentNames } from "./tables.store.ts";

/** Rows of so many bytes are in memory at once, texts included, or a single one that is larger. */
const partBytes = 4 * 2 ** 20;

type Row = Record<string, unknown>;
type Catalog = Awaited<ReturnType<typeof columnsOf>>;

export type TakingIn = {
  db: Tx;
  zip: OpenZip;
  ids: NewIds;
  index: RowIndex;
  /** The text with this hash. */
  textOf: (sha256: string) => Promise<string>;
  ownerId: string;
  /** What the importer says itself, whatever the file does: what is another thing in every database. */
  given: (place: RowPlace, row: Row) => Promise<Row>;
};

/** Inserts the rows of a table, in parts, with new ids. `checkRows` has validated them. */
export async function takeIn(taking: TakingIn, table: ExportedTable, path: string): Promise<void> {
  const catalog = await columnsOf(taking.db, table);
  const insert = (rows: readonly { line: number; row: Row }[]) => insertNamed(taking.db, { table: table.name, rows });
  let part: { line: number; row: Row }[] = [];
  let bytes = 0;
  let count = 0;
  for await (const line of readLines(taking.zip.read(path))) {
    count += 1;
    const place = { table: table.name, row: count };
    const row = await toRow(taking, { table, catalog, place }, withCurrentNames(table, JSON.parse(line)));
    const size = line.length + (table.texts ?? []).reduce((sum, name) => sum + String(row[name]).length, 0);
    if (part.length > 0 && bytes + size > partBytes) {
      await insert(part);
      part = [];
      bytes = 0;
    }
    part.push({ line: count, row });
    bytes += size;
  }
  await insert(part);
}

type Of = { table: ExportedTable; catalog: Catalog; place: RowPlace };

async function toRow(taking: TakingIn, of: Of, told: Row): Promise<Row> {
  assertOneSession(taking, of, told);
  const row: Row = {};
  for (const [name, value] of Object.entries(told)) {
    row[name] = await toCell(taking, { ...of, place: { ...of.place, column: name } }, name, value);
  }
  for (const name of of.catalog.users) row[name] = taking.ownerId;
  return { ...row, ...(await taking.given(of.place, row)) };
}

async function toCell({ ids, textOf }: TakingIn, { table, catalog, place }: Of, name: string, value: unknown) {
  if (table.texts?.includes(name)) return readText(textOf, place, value as { sha256: string });
  const type = catalog.columns.find((column) => column.name === name)?.type;
  const mayRefer = type === "uuid" || type === "jsonb" || table.idTexts?.includes(name);
  if (!mayRefer || table.instead?.[name] !== undefined) return value;
  const resolved = ids.resolve(value);
  if (resolved.ok) return resolved.value;
  throw rowFault(place, `refers to ${resolved.unknown}, which is not in the export.`);
}

async function readText(textOf: TakingIn["textOf"], place: RowPlace, { sha256 }: { sha256: string }): Promise<string> {
  const text = await textOf(sha256).catch((error: unknown) => {
    throw rowFault(place, error instanceof Error ? error.message : "its text cannot be read.", error);
  });
  if (isStorable(text)) return text;
  throw rowFault(place, "its text contains NUL, which cannot be stored.");
}

/** All that a row refers to belongs to one session: nothing reads rows as if it did not. */
function assertOneSession({ index }: TakingIn, { place }: Of, told: Row): void {
  let own: number | null = null;
  for (const [column, value] of Object.entries(told)) {
    const ref = readRef(value);
    const session = ref && (index.find(ref)?.session ?? null);
    if (session === null || session === own) continue;
    if (own !== null) throw rowFault({ ...place, column }, "refers to a row of another session.");
    own = session;
  }
}
