import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, createLog, createPostgresEngine, type Database } from "#platform";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { createEventFeed, type EventBatch, pruneEvents } from "./index.ts";

const log = createLog("silent");
/** A polling interval so long that only commits wake the feed. */
const never = 2 ** 30;

const write = (database: Database, user: UserId, name: string) =>
  database
    .as(user)
    .tx((db) =>
      sql`insert into events (kind, owner_id, data) values ('thing.changed', acting_user(), ${JSON.stringify({ name })}::jsonb)`.execute(
        db,
      ),
    );

/** Records what was delivered and lets a test wait for a number of events. */
function collector() {
  const names: unknown[] = [];
  let resets = 0;
  let changed = Promise.withResolvers<void>();
  return {
    names,
    resets: () => resets,
    async deliver(batch: EventBatch) {
      if (batch.reset) resets += 1;
      names.push(...batch.events.map((event) => event.data.name));
      changed.resolve();
      changed = Promise.withResolvers<void>();
    },
    async until(count: number) {
      while (names.length < count) await changed.promise;
    },
  };
}

describe.each(engines)("the event feed on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  // Runs first because it counts commits: a feed that an earlier test closed might still be reading.
  it("runs no query without followers, even after the last follower has left", async () => {
    const user = await addUser(t.database);
    const feed = createEventFeed(t.database, { pollMs: 1, log });
    let commits = 0;
    t.database.afterCommit(() => {
      commits += 1;
    });
    const writeTwenty = async () => {
      commits = 0;
      for (let i = 0; i < 20; i += 1) await write(t.database, user, `e${i}`);
      return commits;
    };
    expect(await writeTwenty()).toBe(20);

    const follower = collector();
    const goodbye = feed.follow(user, { after: await feed.newest(user), deliver: follower.deliver });
    await write(t.database, user, "heard");
    await follower.until(1);
    goodbye();
    expect(await writeTwenty()).toBeLessThanOrEqual(21); // the 21st commit may be a read that the feed had already started
    expect(follower.names).toEqual(["heard"]);
    feed.close();
  });

  it("delivers committed events to each follower from its own cursor, once and in order", async () => {
    const user = await addUser(t.database);
    const feed = createEventFeed(t.database, { pollMs: never, log });
    await write(t.database, user, "before");
    const [late, early] = [collector(), collector()];
    feed.follow(user, { after: await feed.newest(user), deliver: late.deliver });
    feed.follow(user, { after: 0, deliver: early.deliver });

    const all = Array.from({ length: 300 }, (_, i) => `e${i}`);
    await Promise.all(all.map((name) => write(t.database, user, name)));
    await Promise.all([late.until(300), early.until(301)]);
    expect(late.names.toSorted()).toEqual(all.toSorted());
    expect(early.names).toEqual(["before", ...late.names]);
    feed.close();
  });

  it("waits for a slow follower without holding up the others, then delivers what it missed", async () => {
    const user = await addUser(t.database);
    const feed = createEventFeed(t.database, { pollMs: never, log });
    const [slow, quick] = [collector(), collector()];
    const started = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    feed.follow(user, {
      after: await feed.newest(user),
      async deliver(batch) {
        started.resolve();
        await mayGoOn.promise;
        await slow.deliver(batch);
      },
    });
    feed.follow(user, { after: await feed.newest(user), deliver: quick.deliver });
    await write(t.database, user, "a");
    await started.promise;
    for (const name of ["b", "c", "d"]) await write(t.database, user, name);
    await quick.until(4);
    expect(slow.names).toEqual([]);
    mayGoOn.resolve();
    await slow.until(4);
    expect(slow.names).toEqual(["a", "b", "c", "d"]);
    feed.close();
  });

  it("delivers a user's events only to that user", async () => {
    const [one, other] = [await addUser(t.database), await addUser(t.database)];
    const feed = createEventFeed(t.database, { pollMs: never, log });
    const [ofOne, ofOther] = [collector(), collector()];
    feed.follow(one, { after: await feed.newest(one), deliver: ofOne.deliver });
    feed.follow(other, { after: await feed.newest(other), deliver: ofOther.deliver });
    await write(t.database, one, "one's");
    await write(t.database, other, "other's");
    await Promise.all([ofOne.until(1), ofOther.until(1)]);
    expect([ofOne.names, ofOther.names]).toEqual([["one's"], ["other's"]]);
    feed.close();
  });

  it("keeps running when a follower unsubscribes twice", async () => {
    const user = await addUser(t.database);
    const feed = createEventFeed(t.database, { pollMs: never, log });
    const goodbye = feed.follow(user, { after: 0, deliver: async () => undefined });
    goodbye();
    const follower = collector();
    feed.follow(user, { after: await feed.newest(user), deliver: follower.deliver });
    goodbye();
    await write(t.database, user, "still here");
    await follower.until(1);
    expect(follower.names).toEqual(["still here"]);
    feed.close();
  });

  // Runs last, because it deletes events of the database that all these tests share.
  it("resets a follower with an outdated cursor, then continues with the events that are kept", async () => {
    const user = await addUser(t.database);
    const feed = createEventFeed(t.database, { pollMs: never, log });
    for (const name of ["a", "b", "c"]) await write(t.database, user, name);
    await pruneEvents(t.database, { keepNewest: 1 });
    const follower = collector();
    feed.follow(user, { after: 0, deliver: follower.deliver });
    await follower.until(1);
    await write(t.database, user, "d");
    await follower.until(2);
    expect(follower.names).toEqual(["c", "d"]);
    expect(follower.resets()).toBe(1);
    feed.close();
  });
});

describe.runIf(engines.includes("postgres"))("the event feed on a shared database", () => {
  it("finds commits of another process by polling", async () => {
    await using t = await testDatabase("postgres");
    const user = await addUser(t.database);
    const elsewhere = createDatabase(createPostgresEngine(t.url ?? ""));
    const feed = createEventFeed(t.database, { pollMs: 20, log });
    const follower = collector();
    feed.follow(user, { after: await feed.newest(user), deliver: follower.deliver });
    for (const name of ["a", "b", "c"]) await write(elsewhere, user, name);
    await follower.until(3);
    expect(follower.names).toEqual(["a", "b", "c"]);
    feed.close();
    await elsewhere.close();
  });
});
