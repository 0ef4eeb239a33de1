import type { Database } from "#platform";
import { deleteTexts, publishText } from "./call.store.ts";
import type { CallCtx, CallIdentity } from "./call.ts";

/**
 * The interval between two batches: short enough that a person can read along, and long enough that ten thousand words
 * make only a few dozen rows.
 */
const batchMs = 250;

/** Live text is kept this long. By then its document has been saved, or the call was abandoned. */
const keptMs = 60 * 60 * 1000;

/** Deletes all users' live text that is older than an hour. */
export const deleteLiveText = (database: Database): Promise<void> =>
  database.asSystem((db) => deleteTexts(db, keptMs), { single: true });

/**
 * Publishes the text of an answer as events while it streams. Only one batch is written at a time, so with a slow
 * database batches become larger, not more numerous. An answer that completes before the first batch is due is not
 * published, because its document is announced instead. If publishing fails, the answer is kept.
 */
export function createLiveText(ctx: Pick<CallCtx, "db" | "log">, job: NonNullable<CallIdentity["job"]>) {
  let waiting = "";
  let published = 0;
  let publishing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function publish(): Promise<void> {
    const text = waiting;
    waiting = "";
    const from = published;
    published += text.length;
    await ctx.db
      .tx((db) => publishText(db, { job, from, text }), { single: true })
      .catch((error: unknown) => ctx.log.warn("Live text could not be published.", { error }));
  }

  return {
    add(delta: string): void {
      waiting += delta;
      timer ??= setInterval(() => {
        if (waiting === "" || publishing) return;
        publishing = publish().finally(() => {
          publishing = undefined;
        });
      }, batchMs);
    },
    /** Stops publishing, and drops text that is not published yet. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await publishing;
    },
  };
}
