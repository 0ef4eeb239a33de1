import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "@dialectic/contract";
import type { Database, Log } from "#platform";
import { createFeedReader, type FeedReader } from "./create-feed-reader.ts";
import { selectNewest } from "./event.store.ts";
import { type EventBatch, readEvents } from "./read-events.ts";

export type EventFeed = {
  /** The number of the user's newest event: where a follower starts that cares about the future only. */
  newest(userId: UserId): Promise<number>;
  /**
   * Delivers every event of the user after `after` until the answered function is called. The next batch comes only when
   * `deliver` has finished with the last one, so that a slow follower costs no memory; if it throws, the follower is gone.
   */
  follow(userId: UserId, follower: { after: number; deliver: (batch: EventBatch) => Promise<void> }): () => void;
  close(): void;
};

const pageSize = 200;

/**
 * Carries events to connected followers. Commits of this process wake it at once, commits of other processes
 * are found by polling; both only say “look”, the numbers decide what is new.
 */
export function createEventFeed(database: Database, { pollMs, log }: { pollMs: number; log: Log }): EventFeed {
  const readers = new Map<UserId, FeedReader>();
  // Reading is a transaction, too: without this mark each read would wake the feed again, for ever.
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
      onError: (error) => log.warn("The event feed could not read; it tries again.", { error }),
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
