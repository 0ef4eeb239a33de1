import type { NotificationId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, newId } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { listNotifications, readEvents, readNotification } from "./index.ts";

const failed = {
  kind: "document.failed",
  cause: "job:7:failed",
  data: { label: "Proposal by atlas", code: "unreachable", message: "The provider did not answer." },
};
const paused = { kind: "stage.paused", cause: "session:1:paused", data: { label: "Thesis" } };

/** Adds a notification as a trigger would, in the transaction of the change. */
const add = (database: Database, user: UserId, { kind, cause, data }: { kind: string; cause: string; data: object }) =>
  database.as(user).tx((db) =>
    sql`
      select add_notification(
        ${kind}, ${cause}, ${JSON.stringify(data)}::jsonb, acting_user(), null, null, null, null)
    `.execute(db),
  );

const eventKinds = async (database: Database, user: UserId) =>
  (await readEvents({ db: database.as(user) }, { after: 0, limit: 100 })).events.map((event) => event.kind);

describe.each(engines)("notifications on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("are added once per cause", async () => {
    const user = await addUser(t.database);
    await add(t.database, user, failed);
    await add(t.database, user, { ...failed, data: { ...failed.data, label: "The same cause" } });
    await add(t.database, user, paused);

    const notifications = await listNotifications({ db: t.database.as(user) }, { limit: 10 });
    expect(notifications.map(({ kind }) => kind)).toEqual(["stage.paused", "document.failed"]);
    expect(notifications[1]).toMatchObject({ data: failed.data, read: false });
    expect(await eventKinds(t.database, user)).toEqual(["notification.created", "notification.created"]);
  });

  it("are added for each owner, even if the cause is the same", async () => {
    const users = [await addUser(t.database), await addUser(t.database)];
    for (const user of users) await add(t.database, user, failed);
    for (const user of users) {
      expect(await listNotifications({ db: t.database.as(user) }, { limit: 10 })).toHaveLength(1);
    }
  });

  it("emit one event when they are read, and none when they are read again", async () => {
    const user = await addUser(t.database);
    const ctx = { db: t.database.as(user) };
    await add(t.database, user, failed);
    const [notification] = await listNotifications(ctx, { unread: true, limit: 10 });
    if (!notification) throw new Error("the notification is missing");

    expect((await readNotification(ctx, { notificationId: notification.id })).read).toBe(true);
    expect((await readNotification(ctx, { notificationId: notification.id })).read).toBe(true);
    expect(await eventKinds(t.database, user)).toEqual(["notification.created", "notification.read"]);
    expect(await listNotifications(ctx, { unread: true, limit: 10 })).toEqual([]);
    expect(await listNotifications(ctx, { limit: 10 })).toHaveLength(1);
  });

  it("are listed page by page, each once, even if several have the same time", async () => {
    const user = await addUser(t.database);
    const ctx = { db: t.database.as(user) };
    await t.database.asOwner(async (db) => {
      for (let n = 1; n <= 5; n += 1) {
        await sql`
          select add_notification('stage.paused', ${`cause:${n}`}, '{"label": "Thesis"}', ${user}, null, null, null, null)
        `.execute(db);
      }
    });
    const all = await listNotifications(ctx, { limit: 10 });
    const first = await listNotifications(ctx, { limit: 2 });
    const second = await listNotifications(ctx, { limit: 2, before: first[1]!.id });
    const third = await listNotifications(ctx, { limit: 2, before: second[1]!.id });
    expect([...first, ...second, ...third].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(third).toHaveLength(1);
  });

  it("cannot be seen or read by another user", async () => {
    const owner = await addUser(t.database);
    const stranger = { db: t.database.as(await addUser(t.database)) };
    await add(t.database, owner, failed);
    const [notification] = await listNotifications({ db: t.database.as(owner) }, { limit: 10 });
    const notificationId = notification?.id ?? newId<NotificationId>();

    expect(await listNotifications(stranger, { limit: 10 })).toEqual([]);
    await expect(readNotification(stranger, { notificationId })).rejects.toMatchObject({ code: "not_found" });
    expect(await listNotifications({ db: t.database.as(owner) }, { unread: true, limit: 10 })).toHaveLength(1);
  });
});
