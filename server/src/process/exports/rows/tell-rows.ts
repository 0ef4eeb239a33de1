import type { ProjectId } from "@dialectic/contract";
import { AppError, prefetch, type Tx } from "#platform";
import { hasId, type Refs } from "./refs.ts";
import * as store from "./rows.store.ts";
import type { ExportedTable } from "./tables.store.ts";

/** Where a text stands whose hash is in a row. */
export type TextPlace = store.TextMark & { table: string; column: string; place: string };

const pageSize = 200;

type Telling = {
  db: Tx;
  projectId: ProjectId;
  table: ExportedTable;
  /** In order; of a table without ids, none. */
  ids: readonly string[];
  refs: Refs;
  /** Called for every long text; the row tells only its hash. */
  onText: (place: TextPlace) => void;
};

/** The rows of a table, one JSON line each, without a single id in them; page by page. */
export async function* tellRows(telling: Telling): AsyncGenerator<string> {
  const { db, table } = telling;
  const { columns } = await store.columnsOf(db, table);
  for await (const page of prefetch(pagesOf(telling, columns))) {
    const lines = page.map((row) => `${JSON.stringify(toLine(telling, columns, row))}\n`);
    yield lines.join("");
  }
}

async function* pagesOf(telling: Telling, columns: readonly store.Column[]): AsyncGenerator<store.RowToTell[]> {
  const { db, table, ids, projectId } = telling;
  const { order } = table;
  if (!order) {
    for (let at = 0; at < ids.length; at += pageSize) {
      yield await store.rowsById(db, table, { columns, ids: ids.slice(at, at + pageSize) });
    }
    return;
  }
  yield* store.rowsInTurn(db, { ...table, order }, { columns, projectId, counts: pages() });
}

function* pages(): Generator<number> {
  for (;;) yield pageSize;
}

function toLine({ table, refs, onText }: Telling, columns: readonly store.Column[], row: store.RowToTell) {
  const { place } = row;
  const cells = columns.map((column) => {
    const { name } = column;
    const value = row.cells[name];
    if (table.texts?.includes(name)) {
      const { sha256, bytes } = value as store.TextMark; // made so by rows.store.ts
      onText({ table: table.name, column: name, place, sha256, bytes });
      return [name, { sha256 }];
    }
    if (table.instead?.[name]) return [name, value];
    if (column.type === "uuid") return [name, idCell(refs, table, column, value)];
    if (column.type === "jsonb") return [name, refs.replace(value)];
    if (table.idTexts?.includes(name)) return [name, keyCell(refs, value)];
    return [name, value];
  });
  return Object.fromEntries(cells);
}

/** A row that did not come along is forgotten, where the table can do without it. */
function idCell(refs: Refs, table: ExportedTable, column: store.Column, value: unknown): string | null {
  const ref = typeof value === "string" ? refs.get(value) : undefined;
  if (ref !== undefined) return ref;
  if (column.nullable) return null;
  throw new AppError("internal", `${table.name}.${column.name} names a row that is not in the export.`, {
    retry: false,
  });
}

/** A key that still names something else would stand in the way of a second import. */
function keyCell(refs: Refs, value: unknown): unknown {
  const told = refs.replace(value);
  return typeof told === "string" && hasId(told) ? null : told;
}
