import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, Tx } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { pruneEvents, readEvents } from "./index.ts";

const write = (db: Tx, name: string) =>
  sql`insert into events (kind, owner_id, data) values ('thing.changed', acting_user(), ${JSON.stringify({ name })}::jsonb)`.execute(
    db,
  );

const read = (database: Database, user: UserId, after: number, limit = 100) =>
  readEvents({ db: database.as(user) }, { after, limit });

const names = (batch: Awaited<ReturnType<typeof readEvents>>) => batch.events.map((event) => event.data.name);

/** One transaction, and so one commit, per name. */
async function writeAll(database: Database, user: UserId, ...all: string[]): Promise<void> {
  for (const name of all) await database.as(user).tx((db) => write(db, name));
}

describe.each(engines)("events on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("are read in order and in pages, starting after any sequence number", async () => {
    const user = await addUser(t.database);
    await writeAll(t.database, user, "a", "b", "c", "d");

    const all = await read(t.database, user, 0);
    expect(names(all)).toEqual(["a", "b", "c", "d"]);
    expect(all.reset).toBe(false);
    const numbers = all.events.map((event) => event.seq);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));

    for (const [index, seq] of numbers.entries()) {
      expect(names(await read(t.database, user, seq))).toEqual(["a", "b", "c", "d"].slice(index + 1));
    }
    const page = await read(t.database, user, 0, 3);
    expect(names(page)).toEqual(["a", "b", "c"]);
    expect(names(await read(t.database, user, page.next, 3))).toEqual(["d"]);
  });

  it("keep the order in which one transaction wrote them, and vanish with a rollback", async () => {
    const user = await addUser(t.database);
    await t.database.as(user).tx(async (db) => {
      for (const name of ["one", "two", "three"]) await write(db, name);
    });
    const refused = t.database.as(user).tx(async (db) => {
      await write(db, "never");
      throw new Error("changed my mind");
    });
    await expect(refused).rejects.toThrow("changed my mind");
    expect(names(await read(t.database, user, 0))).toEqual(["one", "two", "three"]);
  });

  it("are invisible to another user", async () => {
    const owner = await addUser(t.database);
    const stranger = await addUser(t.database);
    await writeAll(t.database, owner, "private");
    expect(await read(t.database, stranger, 0)).toMatchObject({ events: [], reset: false, next: 0 });
    const forged = t.database
      .as(stranger)
      .tx((db) => sql`insert into events (kind, owner_id) values ('thing.changed', ${owner})`.execute(db));
    await expect(forged).rejects.toThrow("row-level security");
  });

  it("that are deleted cause a reset only for a reader who owns and missed them", async () => {
    const [idle, busy] = [await addUser(t.database), await addUser(t.database)];
    await writeAll(t.database, idle, "mine");
    const { next } = await read(t.database, idle, 0);
    await writeAll(t.database, busy, "a", "b", "c", "d");
    const horizon = await pruneEvents(t.database, { keepNewest: 1 });
    expect(horizon).toBeGreaterThan(next);
    expect(await read(t.database, idle, next)).toMatchObject({ reset: false, events: [], next });
    expect(await read(t.database, idle, next - 1)).toMatchObject({ reset: true, events: [] });

    await writeAll(t.database, idle, "mine again");
    expect(await read(t.database, idle, next)).toMatchObject({
      reset: false,
      events: [{ data: { name: "mine again" } }],
    });
    expect(await read(t.database, busy, next)).toMatchObject({ reset: true });
    const stranger = await addUser(t.database); // a user without events has missed none
    expect(await read(t.database, stranger, 0)).toMatchObject({ reset: false, events: [] });
  });

  // Runs last, because it deletes events of the database that all these tests share.
  it("are delivered with a reset if the cursor is older than the kept events", async () => {
    const user = await addUser(t.database);
    await writeAll(t.database, user, "a", "b", "c", "d");
    const horizon = await pruneEvents(t.database, { keepNewest: 2 });

    const late = await read(t.database, user, 0);
    expect(late.reset).toBe(true);
    expect(names(late)).toEqual(["c", "d"]);
    const inTime = await read(t.database, user, horizon);
    expect(inTime.reset).toBe(false);
    expect(names(inTime)).toEqual(["c", "d"]);

    await pruneEvents(t.database, { keepNewest: 0 });
    const empty = await read(t.database, user, horizon);
    expect(empty).toMatchObject({ reset: true, events: [] });
    expect(await read(t.database, user, empty.next)).toMatchObject({ reset: false, events: [] });
  });
});

describe.runIf(engines.includes("postgres"))("events of two concurrent transactions", () => {
  it("are numbered in commit order when the first writer commits last", async () => {
    await using t = await testDatabase("postgres");
    const user = await addUser(t.database);
    const wrote = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const first = t.database.as(user).tx(async (db) => {
      await write(db, "written first");
      wrote.resolve();
      await mayCommit.promise;
    });
    await wrote.promise;
    await writeAll(t.database, user, "committed first");

    const seen = await read(t.database, user, 0);
    expect(names(seen)).toEqual(["committed first"]);
    mayCommit.resolve();
    await first;
    expect(names(await read(t.database, user, seen.next))).toEqual(["written first"]);
  });

  it("become visible in the order of their numbers: the second commit waits for the first", async () => {
    await using t = await testDatabase("postgres");
    const user = await addUser(t.database);
    const numbered = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const first = t.database.as(user).tx(async (db) => {
      await write(db, "first number");
      await sql`set constraints all immediate`.execute(db); // numbers the event as a commit would, without committing
      numbered.resolve();
      await mayCommit.promise;
    });
    await numbered.promise;
    const second = writeAll(t.database, user, "second number");
    await untilOneWaits(t.database);

    expect(names(await read(t.database, user, 0))).toEqual([]);
    mayCommit.resolve();
    await Promise.all([first, second]);
    expect(names(await read(t.database, user, 0))).toEqual(["first number", "second number"]);
  });
});

/** Polls the database until a connection waits for the lock under which events are numbered. */
async function untilOneWaits(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await database.asOwner((db) =>
      sql`
        select from pg_locks
        where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())
      `.execute(db),
    );
    if (rows.length > 0) return;
  }
}
