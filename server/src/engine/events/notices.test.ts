import type { NoticeId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, newId } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { listNotices, readEvents, readNotice } from "./index.ts";

const failed = {
  kind: "document.failed",
  cause: "job:7:failed",
  text: "The proposal of atlas could not be written. Retry it from the session's page.",
  place: "/sessions/1",
};

/** As the triggers do, in the transaction of the change. */
const tell = (database: Database, user: UserId, notice: typeof failed) =>
  database.as(user).tx((db) =>
    sql`
      select add_notice(
        ${notice.kind}, ${notice.cause}, ${notice.text}, ${notice.place}, acting_user(), null, null, null, null)
    `.execute(db),
  );

const kinds = async (database: Database, user: UserId) =>
  (await readEvents({ db: database.as(user) }, { after: 0, limit: 100 })).events.map((event) => event.kind);

describe.each(engines)("notices on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("are told once per cause, however often they are added", async () => {
    const user = await addUser(t.database);
    await tell(t.database, user, failed);
    await tell(t.database, user, { ...failed, text: "The same again." });
    await tell(t.database, user, { ...failed, kind: "paused", cause: "session:1:paused" });

    const ctx = { db: t.database.as(user) };
    const notices = await listNotices(ctx, { limit: 10 });
    expect(notices.map((notice) => notice.kind)).toEqual(["paused", "document.failed"]);
    expect(notices[1]).toMatchObject({ text: failed.text, place: failed.place, read: false });
    expect(await kinds(t.database, user)).toEqual(["notice.created", "notice.created"]);
  });

  it("have causes of their own for each owner", async () => {
    const users = [await addUser(t.database), await addUser(t.database)];
    for (const user of users) await tell(t.database, user, failed);
    for (const user of users) {
      expect(await listNotices({ db: t.database.as(user) }, { limit: 10 })).toHaveLength(1);
    }
  });

  it("are read once, and reading again tells nobody", async () => {
    const user = await addUser(t.database);
    const ctx = { db: t.database.as(user) };
    await tell(t.database, user, failed);
    const [notice] = await listNotices(ctx, { unread: true, limit: 10 });
    if (!notice) throw new Error("the notice is missing");

    expect((await readNotice(ctx, { noticeId: notice.id })).read).toBe(true);
    expect((await readNotice(ctx, { noticeId: notice.id })).read).toBe(true);
    expect(await kinds(t.database, user)).toEqual(["notice.created", "notice.read"]);
    expect(await listNotices(ctx, { unread: true, limit: 10 })).toEqual([]);
    expect(await listNotices(ctx, { limit: 10 })).toHaveLength(1);
  });

  it("are listed a page at a time, each once, also where several are of the same moment", async () => {
    const user = await addUser(t.database);
    const ctx = { db: t.database.as(user) };
    await t.database.asOwner(async (db) => {
      for (let n = 1; n <= 5; n += 1) {
        await sql`
          select add_notice('paused', ${`cause:${n}`}, ${`Notice ${n}.`}, '/', ${user}, null, null, null, null)`.execute(
          db,
        );
      }
    });
    const all = await listNotices(ctx, { limit: 10 });
    const first = await listNotices(ctx, { limit: 2 });
    const second = await listNotices(ctx, { limit: 2, before: first[1]!.id });
    const third = await listNotices(ctx, { limit: 2, before: second[1]!.id });
    expect([...first, ...second, ...third].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(third).toHaveLength(1);
  });

  it("do not exist for a stranger", async () => {
    const owner = await addUser(t.database);
    const stranger = { db: t.database.as(await addUser(t.database)) };
    await tell(t.database, owner, failed);
    const [notice] = await listNotices({ db: t.database.as(owner) }, { limit: 10 });
    const id = notice?.id ?? newId<NoticeId>();

    expect(await listNotices(stranger, { limit: 10 })).toEqual([]);
    await expect(readNotice(stranger, { noticeId: id })).rejects.toMatchObject({ code: "not_found" });
    expect(await listNotices({ db: t.database.as(owner) }, { unread: true, limit: 10 })).toHaveLength(1);
  });
});
