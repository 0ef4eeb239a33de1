import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { migrate, migrationState } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";

describe.each(engines)("migrations on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
    await t.database.asOwner((_, script) => script("create table kept as select * from migrations"));
  });
  afterEach(() =>
    t.database.asOwner((_, script) => script("delete from migrations; insert into migrations select * from kept")),
  );
  afterAll(() => t[Symbol.asyncDispose]());

  it("are applied once, and a second run changes nothing", async () => {
    expect(await migrate(t.database)).toEqual([]);
    expect((await migrationState(t.database)).missing).toEqual([]);
  });

  it("are missed one by one, also those that came after a later one", async () => {
    await t.database.asOwner((db) => sql`delete from migrations where number = 5`.execute(db));
    const { applied, missing } = await migrationState(t.database);
    expect(missing.map((one) => one.number)).toEqual([5]);
    expect(applied.map((one) => one.number)).not.toContain(5);
  });

  it("are counted before they begin, and not announced when there are none", async () => {
    const counts: number[] = [];
    await migrate(t.database, (count) => counts.push(count));
    await t.database.asOwner((db) => sql`delete from migrations where number in (1, 2)`.execute(db));
    await migrate(t.database, (count) => counts.push(count)).catch(() => undefined); // their tables are there already
    expect(counts).toEqual([2]);
  });

  it("refuse a database that a newer program made, or another version of a migration", async () => {
    await t.database.asOwner((db) =>
      sql`insert into migrations (number, name, sha256) values (9999, 'later', 'x')`.execute(db),
    );
    await expect(migrationState(t.database)).rejects.toMatchObject({ code: "database_newer" });
    await t.database.asOwner(async (db) => {
      await sql`delete from migrations where number = 9999`.execute(db);
      await sql`update migrations set sha256 = 'other' where number = 1`.execute(db);
    });
    await expect(migrate(t.database)).rejects.toMatchObject({ code: "database_newer" });
  });
});
