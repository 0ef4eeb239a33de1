import { sql } from "kysely";
import { expect, it } from "vitest";
import { testDatabase } from "#test";

const megabyte = 2 ** 20;

it("checkpoints keep the log of the embedded database short while the database stays open", async () => {
  await using t = await testDatabase("pglite");
  const logged = () =>
    t.database.asOwner(async (db) => {
      const { rows } = await sql<{ bytes: number; kept: number }>`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes,
          pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as kept
        from pg_control_checkpoint()`.execute(db);
      return rows[0] ?? { bytes: 0, kept: 0 };
    });
  const before = await logged();
  for (let count = 0; count < 250; count++) {
    await t.database.asOwner((db) =>
      sql`select pg_logical_emit_message(true, 'filling', repeat('x', 400000))`.execute(db),
    );
  }
  const after = await logged();
  expect(after.bytes - before.bytes).toBeGreaterThan(80 * megabyte);
  expect(after.kept).toBeLessThan(after.bytes - before.bytes - 40 * megabyte);
});
