import { z } from "zod";
import { deconstructPath } from "#documents";
import { AppError, type Tx } from "#platform";
import type { OpenZip } from "../zip/open-zip.ts";
import { readLines } from "./read-lines.ts";
import type { NewIds } from "./refs.ts";
import { type Column, columnsOf } from "./rows.store.ts";
import type { ExportedTable } from "./tables.store.ts";
import { insertRows } from "./take-in.store.ts";

/** Rows of so many bytes are in memory at once, texts included, or a single one that is larger. */
const partBytes = 4 * 2 ** 20;

const Line = z.record(z.string(), z.unknown());
const Mark = z.object({ sha256: z.string() });
type Row = Record<string, unknown>;
type Catalog = Awaited<ReturnType<typeof columnsOf>>;

export type TakingIn = {
  db: Tx;
  zip: OpenZip;
  ids: NewIds;
  /** The text with this hash. */
  textOf: (sha256: string) => Promise<string>;
  ownerId: string;
  /** What the importer says itself, whatever the file does: what is another thing in every database. */
  given: (table: string, row: Row) => Promise<Row>;
};

/** Puts the rows of a table into the database, in parts, with new ids. */
export async function takeIn(taking: TakingIn, table: ExportedTable, path: string): Promise<number> {
  const catalog = await columnsOf(taking.db, table);
  let part: Row[] = [];
  let bytes = 0;
  let count = 0;
  const flush = async () => {
    for (const rows of Map.groupBy(part, (row) => Object.keys(row).sort().join()).values()) {
      await insertRows(taking.db, { table: table.name, columns: Object.keys(rows[0] ?? {}), rows });
    }
    part = [];
    bytes = 0;
  };
  for await (const line of readLines(taking.zip.read(path))) {
    const row = await toRow(taking, table, catalog, line);
    const size = line.length + (table.texts ?? []).reduce((sum, name) => sum + String(row[name]).length, 0);
    if (part.length > 0 && bytes + size > partBytes) await flush();
    part.push(row);
    bytes += size;
    count += 1;
  }
  await flush();
  return count;
}

async function toRow(taking: TakingIn, table: ExportedTable, { columns, users }: Catalog, line: string): Promise<Row> {
  const told = readLine(table, line);
  const row: Row = {};
  for (const [name, value] of Object.entries(told)) {
    const column = columns.find((one) => one.name === name);
    if (!column)
      throw wrong(table, `there is no column ${name} here. Was it written by a newer version of this program?`);
    row[name] = await toCell(taking, table, column, value);
  }
  for (const name of users) row[name] = taking.ownerId;
  return { ...row, ...(await taking.given(table.name, row)) };
}

async function toCell({ ids, textOf }: TakingIn, table: ExportedTable, { name, type }: Column, value: unknown) {
  if (table.texts?.includes(name)) {
    const mark = Mark.safeParse(value);
    if (!mark.success) throw wrong(table, `${name} names no text.`);
    return textOf(mark.data.sha256);
  }
  // An id that is no reference would be one of this database's own.
  if (type === "uuid" && !table.instead?.[name])
    return value === null ? null : onlyRef(table, name, ids.resolve(value), value);
  const kinds = table.places?.[name];
  if (kinds && value !== null) assertPlace(table, name, kinds, value);
  if (type === "jsonb" || table.idTexts?.includes(name)) return ids.resolve(value);
  return value;
}

function assertPlace(table: ExportedTable, name: string, kinds: readonly string[], value: unknown): void {
  const place = typeof value === "string" ? deconstructPath(value) : null;
  if (!place || !kinds.includes(place.kind)) throw wrong(table, `${name} is no place of a project's tree.`);
}

function onlyRef(table: ExportedTable, name: string, resolved: unknown, value: unknown): unknown {
  if (resolved === value) throw wrong(table, `${name} is no reference.`);
  return resolved;
}

export function readLine(table: Pick<ExportedTable, "name">, line: string): Row {
  try {
    return Line.parse(JSON.parse(line));
  } catch (error) {
    throw wrong(table, "a line of it is no row.", error);
  }
}

const wrong = (table: Pick<ExportedTable, "name">, what: string, cause?: unknown): AppError =>
  new AppError("damaged_export", `The rows of ${table.name} cannot be taken in: ${what}`, { cause });
