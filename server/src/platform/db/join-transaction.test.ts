import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinTransaction, type Tx } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";

describe.each(engines)("nested transactions on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const addEvent = (kind: string, owner: string) => (db: Tx) =>
    sql`insert into events (owner_id, kind) values (${owner}, ${kind})`.execute(db);
  const kinds = (owner: string) => async (db: Tx) =>
    (await sql<{ kind: string }>`select kind from events where owner_id = ${owner} order by kind`.execute(db)).rows.map(
      (row) => row.kind,
    );

  it("roll back alone if they fail, even if several start at the same time", async () => {
    const user = await addUser(t.database);
    const settled = await t.database.as(user).tx((db) => {
      const joined = joinTransaction(db, user);
      const nested = (kind: string, fails: boolean) =>
        joined.tx(async (tx) => {
          await addEvent(kind, user)(tx);
          await sql`select 1`.execute(tx);
          if (fails) throw new Error(`${kind} failed`);
          return kind;
        });
      return Promise.allSettled([nested("test.a", false), nested("test.b", true), nested("test.c", false)]);
    });
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await t.database.as(user).tx(kinds(user))).toEqual(["test.a", "test.c"]);
  });

  it("are refused inside another nested transaction, and work again after it", async () => {
    const user = await addUser(t.database);
    await t.database.as(user).tx(async (db) => {
      const joined = joinTransaction(db, user);
      await expect(joined.tx(() => joined.tx(addEvent("test.inner", user)))).rejects.toThrow(/forbidden/);
      await joined.tx(addEvent("test.after", user));
    });
    expect(await t.database.as(user).tx(kinds(user))).toEqual(["test.after"]);
  });
});
