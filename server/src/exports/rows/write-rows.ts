import type { ProjectId } from "@dialectic/contract";
import { AppError, batchBytes, prefetch, type Tx } from "#platform";
import { hasId, type Refs } from "./refs.ts";
import * as store from "./rows.store.ts";
import type { ExportedTable } from "./tables.store.ts";

/** The location of a text whose hash is in a row. */
export type TextLocation = store.TextHash & { table: string; column: string; place: string };

const pageSize = 200;

type RowsInput = {
  db: Tx;
  projectId: ProjectId;
  table: ExportedTable;
  /** The ids of the rows, sorted; empty for a table without ids. */
  ids: readonly string[];
  refs: Refs;
  /** Called for every long text; the row contains only its hash. */
  onText: (place: TextLocation) => void;
};

/** Writes the rows of a table as JSON lines without ids, page by page. */
export async function* writeRows(input: RowsInput): AsyncGenerator<string> {
  const { db, table } = input;
  const { columns } = await store.columnsOf(db, table);
  for await (const page of prefetch(pagesOf(input, columns))) {
    const lines = page.map((row) => `${JSON.stringify(toLine(input, columns, row))}\n`);
    yield lines.join("");
  }
}

async function* pagesOf(input: RowsInput, columns: readonly store.Column[]): AsyncGenerator<store.ExportRow[]> {
  const { db, table, ids, projectId } = input;
  const { order } = table;
  if (!order) {
    for (let at = 0; at < ids.length; at += pageSize) {
      yield await store.rowsById(db, table, { columns, ids: ids.slice(at, at + pageSize) });
    }
    return;
  }
  yield* store.rowBatches(db, { ...table, order }, { columns, projectId, counts: pageSizes() });
}

function* pageSizes(): Generator<number> {
  for (;;) yield pageSize;
}

function toLine({ table, refs, onText }: RowsInput, columns: readonly store.Column[], row: store.ExportRow) {
  const { place } = row;
  const cells = columns.map((column) => {
    const { name } = column;
    const value = row.cells[name];
    if (table.texts?.includes(name)) {
      const { sha256, bytes } = value as store.TextHash; // built by rows.store.ts
      onText({ table: table.name, column: name, place, sha256, bytes });
      return [name, { sha256 }];
    }
    if (table.exportAs?.[name]) return [name, value];
    if (column.type === "uuid") return [name, idCell(refs, table, column, value)];
    if (column.type === "jsonb") return [name, refs.replace(value)];
    if (table.idTexts?.includes(name)) return [name, keyCell(refs, column, value)];
    return [name, value];
  });
  return Object.fromEntries(cells);
}

/** A reference to a row that is not exported becomes null if the column allows it. */
function idCell(refs: Refs, table: ExportedTable, column: store.Column, value: unknown): string | null {
  const ref = typeof value === "string" ? refs.get(value) : undefined;
  if (ref !== undefined) return ref;
  if (column.nullable) return null;
  throw new AppError("internal", `${table.name}.${column.name} refers to a row that is not in the export.`, {
    retry: false,
  });
}

/**
 * A nullable key (the idempotency key of a job) is unique across projects. If the key still contains an id, it becomes null;
 * otherwise, a second import would insert the same key and fail. Any other key is unique only within its project, and keeps an
 * id that a client chose.
 */
function keyCell(refs: Refs, { nullable }: store.Column, value: unknown): unknown {
  const replaced = refs.replace(value);
  return nullable && typeof replaced === "string" && hasId(replaced) ? null : replaced;
}

/** The maximum size in bytes of the texts that are in memory at any one time; a larger text is read alone. */
const batchSize = 4 * 2 ** 20;

/** Reads the texts at these locations, in batches. */
export async function* textBatches(
  db: Tx,
  places: readonly TextLocation[],
): AsyncGenerator<{ sha256: string; text: string }> {
  for (const own of Map.groupBy(places, ({ table, column }) => `${table}.${column}`).values()) {
    for (const batch of batchBytes(own, batchSize)) {
      const [first] = batch;
      if (!first) continue;
      const found = await store.textsAt(db, { ...first, places: batch.map(({ place }) => place) });
      const byPlace = new Map(found.map(({ place, text }) => [place, text]));
      for (const { place, sha256 } of batch) yield { sha256, text: byPlace.get(place) ?? "" };
    }
  }
}
