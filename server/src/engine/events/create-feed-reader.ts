import { setTimeout as delay } from "node:timers/promises";
import { batchFor, type EventBatch, type EventPage } from "./read-events.ts";

type Follower = { after: number; deliver: (batch: EventBatch) => Promise<void>; isBusy: boolean };

export type FeedReader = {
  add(follower: { after: number; deliver: Follower["deliver"] }): () => void;
  wake(): void;
};

type Options = {
  pageSize: number;
  read: (after: number) => Promise<EventPage>;
  onIdle: () => void;
  onError: (error: unknown) => void;
};

/**
 * Jobs commit every few milliseconds, mostly without an event. The first commit wakes the reader immediately; commits within
 * this gap are read together.
 */
const gapMs = 10;

/**
 * Reads one user's events for all of that user's followers: one query at a time, from the cursor of the follower that is furthest
 * behind. Each follower takes the events after its own cursor.
 */
export function createFeedReader({ pageSize, read, onIdle, onError }: Options): FeedReader {
  const followers = new Set<Follower>();
  let isReading = false;
  let isWanted = false;

  /** Returns whether there may be more to read right away. */
  async function readPage(): Promise<boolean> {
    const ready = [...followers].filter((follower) => !follower.isBusy);
    if (ready.length === 0) return false;
    const page = await read(Math.min(...ready.map((follower) => follower.after)));
    for (const follower of ready) hand(follower, page);
    return page.events.length === pageSize;
  }

  function hand(follower: Follower, page: EventPage): void {
    if (!followers.has(follower)) return; // unsubscribed while we were reading
    const batch = batchFor(follower.after, page);
    if (!batch.reset && batch.events.length === 0) return;
    follower.after = batch.next;
    follower.isBusy = true;
    follower.deliver(batch).then(
      () => {
        follower.isBusy = false;
        wake(); // reads what was committed while the follower was busy
      },
      () => remove(follower),
    );
  }

  async function readUntilQuiet(): Promise<void> {
    isReading = true;
    try {
      while (isWanted) {
        isWanted = false;
        if (await readPage()) isWanted = true;
        else await delay(gapMs, undefined, { ref: false });
      }
    } catch (error) {
      onError(error); // the next poll retries
    } finally {
      isReading = false;
    }
  }

  function wake(): void {
    isWanted = true;
    if (!isReading) void readUntilQuiet();
  }

  function remove(follower: Follower): void {
    if (!followers.delete(follower)) return; // unsubscribing twice must not end a newer reader
    if (followers.size === 0) onIdle();
  }

  return {
    wake,
    add({ after, deliver }) {
      const follower = { after, deliver, isBusy: false };
      followers.add(follower);
      wake();
      return () => remove(follower);
    },
  };
}
