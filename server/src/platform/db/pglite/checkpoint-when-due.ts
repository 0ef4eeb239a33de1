import type { PGlite } from "@electric-sql/pglite";

/** The most log that recovery may have to read after a crash: about three seconds of work. */
const mostLogBytes = 64 * 2 ** 20;
/**
 * How many requests pass between two checks of the log's length. A check takes a third of a millisecond, so not every
 * request makes one.
 */
const requestsBetweenLooks = 200;

/**
 * PGlite runs PostgreSQL in single-user mode, which has no checkpointer. Without checkpoints the log, and the time to
 * recover from it, would grow for as long as the database stays open. Call the returned function after every request,
 * outside of transactions.
 */
export function checkpointWhenDue(database: PGlite): () => Promise<void> {
  let requests = 0;
  return async () => {
    requests += 1;
    if (requests % requestsBetweenLooks !== 0) return;
    const { rows } = await database.query<{ bytes: number }>(
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()",
    );
    if ((rows[0]?.bytes ?? 0) > mostLogBytes) await database.exec("checkpoint");
  };
}
