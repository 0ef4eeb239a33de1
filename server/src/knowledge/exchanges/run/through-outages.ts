import { repeatWhileUnreachable } from "#jobs";
import type { Log } from "#platform";

/**
 * Writes something that may have been paid for. If the database is down, repeats the write until the database is back
 * or `signal` aborts. Checks `isWritten` before each repetition, because the commit may have succeeded and only its
 * acknowledgement may have been lost.
 */
export const throughOutages = (
  ctx: { log: Log; signal: AbortSignal },
  { write, isWritten }: { write: () => Promise<unknown>; isWritten: () => Promise<boolean> },
): Promise<void> =>
  repeatWhileUnreachable(ctx, async (isRepeated) => {
    if (!isRepeated || !(await isWritten())) await write();
  });
