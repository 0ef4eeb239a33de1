import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "@dialectic/contract";
import type { Database, Log } from "#platform";
import { createFeedReader, type FeedReader } from "./create-feed-reader.ts";
import { selectNewest } from "./event.store.ts";
import { type EventBatch, readEvents } from "./read-events.ts";

export type EventFeed = {
  /** The sequence number of the user's newest event: the starting cursor of a follower that wants only future events. */
  newest(userId: UserId): Promise<number>;
  /**
   * Delivers every event of the user after `after` until the returned function is called. Waits for `deliver` before it reads the
   * next batch, so that a slow follower costs no memory; if `deliver` throws, the follower is removed.
   */
  follow(userId: UserId, follower: { after: number; deliver: (batch: EventBatch) => Promise<void> }): () => void;
  close(): void;
};

const pageSize = 200;

/**
 * Delivers events to connected followers. Commits of this process wake the feed immediately; it finds commits of other
 * processes by polling. A commit or a poll is only a hint to read: the numbers of the events decide what is new.
 */
export function createEventFeed(database: Database, { pollMs, log }: { pollMs: number; log: Log }): EventFeed {
  const readers = new Map<UserId, FeedReader>();
  // Reading is a transaction as well: without this flag, each read would wake the feed again, endlessly.
  const ownRead = new AsyncLocalStorage<true>();

  const wakeAll = () => {
    for (const reader of readers.values()) reader.wake();
  };
  const stopHearing = database.afterCommit(() => {
    if (!ownRead.getStore()) wakeAll();
  });
  const polling = setInterval(wakeAll, pollMs);
  polling.unref();

  const readerOf = (userId: UserId): FeedReader => {
    const known = readers.get(userId);
    if (known) return known;
    const reader = createFeedReader({
      pageSize,
      read: (after) => ownRead.run(true, () => readEvents({ db: database.as(userId) }, { after, limit: pageSize })),
      onIdle: () => readers.delete(userId),
      onError: (error) => log.warn("The event feed could not read; it will retry.", { error }),
    });
    readers.set(userId, reader);
    return reader;
  };

  return {
    newest: (userId) => ownRead.run(true, () => database.as(userId).tx((db) => selectNewest(db))),
    follow: (userId, follower) => readerOf(userId).add(follower),
    close() {
      clearInterval(polling);
      stopHearing();
      readers.clear();
    },
  };
}
