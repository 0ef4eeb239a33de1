import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./database.ts";
import { type Cursor, examinedRows } from "./read-page.ts";

/** A row's cursor as text, made from the time that orders the list and the row's id. `readCursor` parses it. */
export const cursorAt = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<string>`to_char(${at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '/' || ${id}`;

/** The columns that a list is ordered by, and their values at a cursor. */
export const place = sql`(created_at, id)`;
export const placeOf = ({ at, id }: Cursor) => sql`(${at}::timestamptz, ${id}::uuid)`;

/**
 * True if the text contains every word of a search, in any script. Case and letter form are ignored (NFKC turns the ligature ﬁ
 * into the letters fi). A search without words matches everything.
 */
export function containsWords(text: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const patterns = search
    .normalize("NFKC")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  // An explicit collation, because the default of a PostgreSQL server may support only ASCII letters.
  return sql<boolean>`lower(normalize(${text}, NFKC) collate "pg_c_utf8") like all (array(
    select lower(pattern collate "pg_c_utf8") from unnest(${patterns}::text[]) pattern))`;
}

/**
 * The cursor of the last row that a request examines; null if no row comes after it. `rows` selects cursors in the
 * order of the list.
 */
export async function lastExamined(db: Tx, rows: RawBuilder<unknown>): Promise<string | null> {
  const { rows: found } = await sql<{ cursor: string }>`${rows} offset ${examinedRows - 1} limit 2`.execute(db);
  const [last, beyond] = found;
  return last && beyond ? last.cursor : null;
}
