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

/** Work commits every few milliseconds, mostly without an event: the first wakes at once, what follows is read together. */
const gapMs = 10;

/**
 * Reads one user's events for all followers of that user: one query at a time, from the cursor of the follower who is
 * furthest behind; each follower takes of the page what lies beyond its own cursor.
 */
export function createFeedReader({ pageSize, read, onIdle, onError }: Options): FeedReader {
  const followers = new Set<Follower>();
  let isReading = false;
  let isWanted = false;

  /** Answers whether there may be more to read at once. */
  async function readPage(): Promise<boolean> {
    const ready = [...followers].filter((follower) => !follower.isBusy);
    if (ready.length === 0) return false;
    const page = await read(Math.min(...ready.map((follower) => follower.after)));
    for (const follower of ready) hand(follower, page);
    return page.events.length === pageSize;
  }

  function hand(follower: Follower, page: EventPage): void {
    if (!followers.has(follower)) return; // left while we were reading
    const batch = batchFor(follower.after, page);
    if (!batch.reset && batch.events.length === 0) return;
    follower.after = batch.next;
    follower.isBusy = true;
    follower.deliver(batch).then(
      () => {
        follower.isBusy = false;
        wake(); // what was committed while it was busy
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
      onError(error); // the next poll looks again
    } finally {
      isReading = false;
    }
  }

  function wake(): void {
    isWanted = true;
    if (!isReading) void readUntilQuiet();
  }

  function remove(follower: Follower): void {
    if (!followers.delete(follower)) return; // a second goodbye must not end a newer reader
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
