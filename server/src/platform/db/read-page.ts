import { AppError } from "../errors.ts";

/** One page of a list. `next`: the cursor of the following page; null on the last page. */
export type Page<Item> = { items: Item[]; next: string | null };

/** A row's position in its list. The row may have been deleted by the time the next page is read. */
export type Cursor = { at: string; id: string };

/**
 * The maximum number of rows that a request examines. A search or filter may match rarely, so that without a limit one page would
 * read the whole list. Five thousand rows take about 20 ms in the embedded database.
 */
export const examinedRows = 5_000;

/**
 * Reads one page. `rows` reads as many rows as it is told to, each with its cursor as text. Lists that are searched or filtered
 * pass `lastExamined`, which returns the cursor of the last row that `rows` examined, or null if no row comes after it.
 */
export async function readPage<Row extends { cursor: string }>({
  limit,
  rows,
  lastExamined = async () => null,
}: {
  limit: number;
  rows: (limit: number) => Promise<Row[]>;
  lastExamined?: (() => Promise<string | null>) | undefined;
}): Promise<Page<Omit<Row, "cursor">>> {
  // One row more than requested tells whether there is another page.
  const found = await rows(limit + 1);
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.cursor : await lastExamined();
  return { items: shown.map(({ cursor: _, ...item }) => item), next: next ?? null };
}

/** "2026-11-17T09:00:00.123456Z/id": no character needs quoting in a shell or escaping in a URL. */
export function readCursor(text: string): Cursor;
export function readCursor(text: string | undefined): Cursor | undefined;
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\/([a-z-]*:?[0-9a-f-]{36})$/.exec(text) ?? [];
  if (at && id) return { at, id };
  throw new AppError(
    "invalid_input",
    `"${text}" is not a page of this list. Pass the "next" value of an earlier page.`,
  );
}
