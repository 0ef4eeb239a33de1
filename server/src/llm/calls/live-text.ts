import { tellText } from "./call.store.ts";
import type { PaidCall, PayingCtx } from "./terms.ts";

/** Often enough to read along, seldom enough that ten thousand words are a few dozen rows. */
const batchMs = 250;

/**
 * Tells the words of a call as events while they come. One batch at a time: a slow database makes batches larger, not
 * more. An answer that is there before the first batch is due is not told: its document is the news. Nobody's answer is
 * lost because its words could not be told.
 */
export function createLiveText(ctx: PayingCtx, job: NonNullable<PaidCall["job"]>) {
  let waiting = "";
  let told = 0;
  let telling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function tell(): Promise<void> {
    const text = waiting;
    waiting = "";
    const from = told;
    told += text.length;
    await ctx.db
      .tx((db) => tellText(db, { job, from, text }), { single: true })
      .catch((error: unknown) => ctx.log.warn("Live text could not be told.", { error }));
  }

  return {
    add(delta: string): void {
      waiting += delta;
      timer ??= setInterval(() => {
        if (waiting === "" || telling) return;
        telling = tell().finally(() => {
          telling = undefined;
        });
      }, batchMs);
    },
    /** Nothing is told after this. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await telling;
    },
  };
}
