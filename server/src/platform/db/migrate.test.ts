import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { migrate, schemaState } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import { readSchema } from "./schema-sources.ts";

describe.each(engines)("the schema on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
    await t.database.asOwner((_, script) => script("create table kept as select * from migrations"));
  });
  afterEach(() =>
    t.database.asOwner((_, script) => script("delete from migrations; insert into migrations select * from kept")),
  );
  afterAll(() => t[Symbol.asyncDispose]());

  it("is built once; migrating again changes nothing", async () => {
    expect(await schemaState(t.database)).toBe("current");
    expect(await migrate(t.database)).toBe(false);
  });

  it("enables every trigger always, for any session_replication_role of the connection", async () => {
    const { rows } = await t.database.asOwner((db) =>
      sql`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'A'`.execute(db),
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ["an earlier build with numbered migrations", "insert into migrations values (2, 'events', 'x', now())"],
    ["a build with another schema", "update migrations set sha256 = 'other'"],
    ["a build after 1.0", "insert into migrations values (9999, 'later', 'x', now())"],
  ])("is refused if %s made it, and the error states how to keep the projects", async (_, change) => {
    await t.database.asOwner((_db, script) => script(change));
    const refused = {
      code: "database_other_build",
      remedies: [{ do: "export-with-old-build" }, { do: "import-with-this-build" }],
    };
    await expect(schemaState(t.database)).rejects.toMatchObject(refused);
    await expect(migrate(t.database)).rejects.toMatchObject(refused);
  });
});

it("readSchema reads the schemas of the modules from the bottom layer up", () => {
  const modules = readSchema().sources.map(({ module }) => module);
  expect(modules[0]).toBe("platform");
  expect(modules.indexOf("engine/jobs")).toBeLessThan(modules.indexOf("process/projects"));
});
