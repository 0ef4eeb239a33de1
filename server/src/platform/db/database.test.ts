import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assertNoTransaction, fetchBatches, prefetch, type Tx } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";

describe.each(engines)("a database on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("reads every type as the same value on both engines", async () => {
    const { rows } = await t.database.asOwner((db) =>
      sql`select 1::int8 as small, 9007199254740993::int8 as large, 1.50::numeric as exact, 7::int4 as plain,
        '2026-03-01 12:00:00.123+02'::timestamptz as moment, '2026-03-01'::date as day,
        '{"a":[1,"x"]}'::jsonb as value, array['a','b'] as list, null::int8 as nothing, true as yes`.execute(db),
    );
    expect(rows[0]).toEqual({
      small: 1n,
      large: 9007199254740993n,
      exact: "1.50",
      plain: 7,
      moment: new Date("2026-03-01T10:00:00.123Z"),
      day: "2026-03-01",
      value: { a: [1, "x"] },
      list: ["a", "b"],
      nothing: null,
      yes: true,
    });
  });

  it("returns the current columns of a changed table, and the right rows when many statements are cached", async () => {
    const read = () => t.database.asOwner(async (db) => (await sql`select * from changing`.execute(db)).rows[0]);
    await t.database.asOwner((_, script) => script("create table changing (a int); insert into changing values (1)"));
    for (let times = 0; times < 3; times++) expect(await read()).toEqual({ a: 1 });
    await t.database.asOwner((db) => sql`alter table changing add b text default 'x'`.execute(db));
    for (let times = 0; times < 3; times++) expect(await read()).toEqual({ a: 1, b: "x" });
    await t.database.asOwner((_, script) => script("alter table changing alter a type text"));
    expect(await read()).toEqual({ a: "1", b: "x" });
    const add = (number: number) => sql<{ sum: number }>`select ${number}::int + ${sql.lit(number)} as sum`;
    await t.database.asOwner(async (db) => {
      for (const number of [...Array(120).keys(), ...Array(120).keys(), 3, 119]) {
        expect((await add(number).execute(db)).rows).toEqual([{ sum: 2 * number }]);
      }
    });
    await t.database.asOwner((db) => sql`drop table changing`.execute(db));
  });

  it("runs as dialectic_app for the acting user, who cannot see another user's rows", async () => {
    const mine = await addUser(t.database);
    const stranger = await addUser(t.database);
    const event = sql`insert into events (owner_id, kind) values (${mine}, 'test.happened')`;
    await t.database.as(mine).tx((db) => event.execute(db));
    const seen = (user: typeof mine) =>
      t.database.as(user).tx(async (db) => (await sql`select current_user as role from events`.execute(db)).rows);
    expect(await seen(mine)).toEqual([{ role: "dialectic_app" }]);
    expect(await seen(stranger)).toEqual([]);
    await expect(t.database.as(stranger).tx((db) => event.execute(db))).rejects.toThrow(/row-level security/);
  });

  it("protects every table with an owner column by row-level security", async () => {
    const { rows } = await t.database.asOwner((db) =>
      sql<{ name: string }>`
        select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id'
        where c.relkind = 'r' and not c.relrowsecurity`.execute(db),
    );
    expect(rows).toEqual([]);
  });

  it("runs a single statement as a transaction with the same access rules as a longer transaction", async () => {
    const mine = await addUser(t.database);
    const single = { single: true };
    const add = (kind: string) => sql`insert into events (owner_id, kind) values (${mine}, ${kind})`;
    const user = t.database.as(mine);
    await user.tx((db) => add("test.single").execute(db), single);
    const { rows } = await user.tx(
      (db) => sql`select kind, seq is not null as numbered, current_user as role from events`.execute(db),
      single,
    );
    expect(rows).toEqual([{ kind: "test.single", numbered: true, role: "dialectic_app" }]);
    await expect(t.database.asSystem((db) => add("test.foreign").execute(db), single)).rejects.toThrow(
      /row-level security/,
    );
    await expect(user.tx((db) => sql`select 1 / 0`.execute(db), single)).rejects.toThrow(/division by zero/);
    await expect(user.tx((db) => sql`select from nowhere`.execute(db), single)).rejects.toThrow(/nowhere/);
    const two = user.tx(async (db) => {
      await add("test.first").execute(db);
      await add("test.second").execute(db);
    }, single);
    await expect(two).rejects.toThrow(/transaction is over/);
    const after = await user.tx((db) => sql`select kind from events order by seq`.execute(db));
    expect(after.rows).toEqual([{ kind: "test.single" }, { kind: "test.first" }]);
  });

  it("sends the last statements with the commit, and rolls back everything if one of them fails", async () => {
    const mine = await addUser(t.database);
    const user = t.database.as(mine);
    const add = (kind: string) => sql`insert into events (owner_id, kind) values (${mine}, ${kind})`;
    await user.tx((db) => add("test.body").execute(db), {
      beforeCommit: (db) => [add("test.closing").compile(db), add("test.last").compile(db)],
    });
    await user.tx(async () => undefined, { beforeCommit: (db) => [add("test.alone").compile(db)] });
    const failing = user.tx((db) => add("test.undone").execute(db), {
      beforeCommit: (db) => [add("test.too").compile(db), sql`select 1 / 0`.compile(db), add("test.also").compile(db)],
    });
    await expect(failing).rejects.toThrow(/division by zero/);
    const { rows } = await user.tx((db) => sql<{ kind: string }>`select kind from events order by seq`.execute(db));
    expect(rows.map((row) => row.kind)).toEqual(["test.body", "test.closing", "test.last", "test.alone"]);
  });

  it("refuses a second transaction and a model call inside a transaction", async () => {
    const user = t.database.as(await addUser(t.database));
    await expect(user.tx(() => user.tx(async () => 1))).rejects.toThrow(/inside a database transaction/);
    await expect(user.tx(async () => assertNoTransaction("A model call"))).rejects.toThrow("A model call inside");
    assertNoTransaction("A model call");
  });

  it("refuses a query builder whose transaction is over", async () => {
    const user = t.database.as(await addUser(t.database));
    const leaked = await user.tx(async (db) => ({ db }));
    await expect(sql`select 1`.execute(leaked.db)).rejects.toThrow(/over/);
  });

  it("rolls back a failed transaction and keeps working", async () => {
    const id = await addUser(t.database);
    const user = t.database.as(id);
    const failing = user.tx(async (db) => {
      await sql`insert into events (owner_id, kind) values (${id}, 'test.undone')`.execute(db);
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    const { rows } = await user.tx((db) => sql`select from events where kind = 'test.undone'`.execute(db));
    expect(rows).toHaveLength(0);
  });

  it("shows a snapshot transaction the rows as they were at its first statement, and refuses its writes", async () => {
    const id = await addUser(t.database);
    const user = t.database.as(id);
    const add = sql`insert into events (owner_id, kind) values (${id}, 'test.added')`;
    const isolation = await user.tx(
      async (db) => (await sql`select current_setting('transaction_isolation') as level`.execute(db)).rows,
      { snapshot: true },
    );
    expect(isolation).toEqual([{ level: "repeatable read" }]);
    const counted = Promise.withResolvers<void>();
    const added = counted.promise.then(() => user.tx((db) => add.execute(db)));
    const count = async (db: Tx) => (await sql<{ n: number }>`select count(*)::int as n from events`.execute(db)).rows;
    const seen = await user.tx(
      async (db) => {
        const first = await count(db);
        counted.resolve();
        if (engine === "postgres") await added; // the embedded database's only connection is busy until the snapshot ends
        return [...first, ...(await count(db))];
      },
      { snapshot: true },
    );
    await added;
    expect(seen).toEqual([{ n: 0 }, { n: 0 }]);
    expect(await user.tx(count)).toEqual([{ n: 1 }]);
    await expect(user.tx((db) => add.execute(db), { snapshot: true })).rejects.toThrow(/read-only transaction/);
  });

  it("yields the rows of a query in portions, prefetches the next portion, and releases the connection when the reader stops or the query fails", async () => {
    const numbers = (most: number) => sql<{ n: number }>`select n, 6 / (n - 9) from generate_series(1, ${most}::int) n`;
    await t.database.asOwner(async (db) => {
      const read = async (most: number, counts: number[]) => {
        const portions: number[][] = [];
        for await (const rows of prefetch(fetchBatches(db, numbers(most), counts)))
          portions.push(rows.map(({ n }) => n));
        return portions;
      };
      expect(await read(7, [3, 2, 4, 4])).toEqual([
        [1, 2, 3],
        [4, 5],
        [6, 7],
      ]);
      expect(await read(7, [2, 1])).toEqual([[1, 2], [3]]);
      expect(await read(0, [2])).toEqual([]);
      for await (const rows of prefetch(fetchBatches(db, numbers(8), [2, 2, 2]))) {
        expect(rows).toHaveLength(2);
        break;
      }
      expect(await read(1, [5])).toEqual([[1]]);
    });
    const failing = t.database.asOwner(async (db) => {
      const seen: number[] = [];
      for await (const rows of prefetch(fetchBatches(db, numbers(20), [5, 5, 5]))) seen.push(rows.length);
    });
    await expect(failing).rejects.toThrow(/division by zero/);
  });

  it("reports a failed commit to its own transaction, not to the transactions queued behind it", async () => {
    await t.database.asOwner((_, script) =>
      script(`create table committed (n int primary key);
        create table checked (n int references committed initially deferred)`),
    );
    const add = (n: number) => t.database.asOwner((db) => sql`insert into committed values (${n})`.execute(db));
    const failing = [
      t.database.asOwner((db) => sql`insert into checked values (0)`.execute(db)), // fails at the commit
      t.database.asSystem(async () => undefined, { beforeCommit: (db) => [sql`no statement`.compile(db)] }), // fails earlier
      t.database.asSystem((db) => sql`neither is this`.execute(db), { single: true }),
    ];
    const results = await Promise.allSettled([failing[0], add(1), failing[1], add(2), failing[2], add(3)]);
    expect(results.map((one) => one.status === "fulfilled")).toEqual([false, true, false, true, false, true]);
    const kept = await t.database.asOwner((db) => sql`select n from committed order by n`.execute(db));
    expect(kept.rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it("reports that a NUL character cannot be stored", async () => {
    const id = await addUser(t.database);
    const event = sql`insert into events (owner_id, kind, data) values (${id}, ${"a\0b"}, '{}')`;
    await expect(t.database.as(id).tx((db) => event.execute(db))).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("reports a full disk as an error that is retried after a delay", async () => {
    const full = sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
    await expect(t.database.asOwner((db) => full.execute(db))).rejects.toMatchObject({
      code: "disk_full",
      message: expect.stringContaining("Free some disk space"),
      retry: true,
      retryAfterMs: expect.any(Number),
    });
  });

  it("receives a notification, and retries a transaction after a serialisation failure", async () => {
    const heard = Promise.withResolvers<void>();
    const stop = await t.database.listen("test_channel", heard.resolve);
    await t.database.asOwner((db) => sql`select pg_notify('test_channel', '')`.execute(db));
    await heard.promise;
    await stop();

    let tries = 0;
    await t.database.asOwner(async (db) => {
      tries++;
      if (tries < 3) await sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(db);
    });
    expect(tries).toBe(3);
  });
});
