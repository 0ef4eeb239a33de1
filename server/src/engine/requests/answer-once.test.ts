import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError, type UserDb } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { answerOnce, deleteOldKeys } from "./index.ts";

describe.each(engines)("answerOnce on %s", (engine) => {
  let t: TestDatabase;
  let user: UserId;
  beforeAll(async () => {
    t = await testDatabase(engine);
    user = await addUser(t.database);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /** Creates one thing (an event) in two transactions, and returns its id. */
  async function makeThing({ db }: { db: UserDb }): Promise<string> {
    const id = await db.tx(async (tx) => {
      const { rows } = await sql<{ id: bigint }>`
        insert into events (kind, owner_id) values ('thing.made', acting_user()) returning id`.execute(tx);
      return rows[0]?.id;
    });
    await db.tx((tx) => sql`select 1`.execute(tx));
    return `thing ${id}`;
  }
  const ask = (key: string, request: unknown, act = makeThing, as = user) =>
    answerOnce({ db: t.database.as(as) }, { key, request, act });
  const things = async (of = user) =>
    (await t.database.as(of).tx((db) => sql`select from events where kind = 'thing.made'`.execute(db))).rows.length;

  it("creates a thing once and returns the same answer again", async () => {
    const before = await things();
    const first = await ask("k1", { a: 1 });
    expect(first.isRepeated).toBe(false);
    expect(await ask("k1", { a: 1 })).toEqual({ answer: first.answer, isRepeated: true });
    expect((await ask("k2", { a: 1 })).answer).not.toBe(first.answer);
    expect(await things()).toBe(before + 2);
  });

  it("refuses another request under the same key, and refuses invalid keys", async () => {
    await ask("k3", { a: 1 });
    const before = await things();
    await expect(ask("k3", { a: 2 })).rejects.toMatchObject({ code: "conflict" });
    for (const key of ["", "two words", "k\n", "é", "k".repeat(256)]) {
      await expect(ask(key, {})).rejects.toMatchObject({ code: "invalid_input" });
    }
    expect(await things()).toBe(before);
  });

  it("creates one thing for concurrent requests with one key, and gives all of them the same answer", async () => {
    const before = await things();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask("k4", {})));
    expect(new Set(answers.map((one) => one.answer)).size).toBe(1);
    expect(answers.filter((one) => !one.isRepeated)).toHaveLength(1);
    expect(await things()).toBe(before + 1);
  });

  it("rolls back a failed request together with its key", async () => {
    const before = await things();
    const failing = ask("k5", {}, async (ctx) => {
      await makeThing(ctx);
      throw new AppError("missing_input", "not today");
    });
    await expect(failing).rejects.toMatchObject({ code: "missing_input" });
    expect(await things()).toBe(before);
    expect((await ask("k5", { other: true })).isRepeated).toBe(false);
  });

  it("rolls back only the failed nested transaction if the request then retries the work", async () => {
    const before = await things();
    const { answer } = await ask("k6", {}, async (ctx) => {
      const wrong = ctx.db.tx(async (db) => {
        await sql`insert into events (kind, owner_id) values ('thing.made', acting_user())`.execute(db);
        await sql`insert into events (kind, owner_id) values ('no kind', acting_user())`.execute(db);
      });
      await expect(wrong).rejects.toThrow("events_kind_check");
      return makeThing(ctx);
    });
    expect(answer).toMatch(/^thing /);
    expect(await things()).toBe(before + 1);
  });

  it("allows different users to use the same key", async () => {
    const stranger = await addUser(t.database);
    const own = await ask("k7", {});
    const theirs = await ask("k7", { quite: "another" }, makeThing, stranger);
    expect(theirs).toMatchObject({ isRepeated: false });
    expect(theirs.answer).not.toBe(own.answer);
    expect(await things(stranger)).toBe(1);
  });

  it("keeps a key for a day", async () => {
    await ask("k8", { day: 1 });
    const age = (hours: number) =>
      t.database.asOwner((db) =>
        sql`update request_keys set made_at = now() - make_interval(hours => ${hours}) where key in ('k8', 'k9')`.execute(
          db,
        ),
      );
    await age(23);
    expect((await ask("k8", { day: 1 })).isRepeated).toBe(true);
    await age(25);
    expect((await ask("k8", { day: 2 })).isRepeated).toBe(false);
    expect((await ask("k8", { day: 2 })).isRepeated).toBe(true);
    await ask("k9", {});
    await age(25);
    expect(await deleteOldKeys(t.database)).toBe(2);
    expect((await ask("k7", {})).isRepeated).toBe(true);
  });
});
