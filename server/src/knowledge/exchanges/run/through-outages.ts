import { repeatWhileUnreachable } from "#jobs";
import type { Log } from "#platform";

/**
 * Writes something that may be paid for. While the database does not answer it is kept, and written when the database answers again, until
 * `signal` aborts. `isWritten` is asked before a repetition: the commit may have succeeded and only its acknowledgement been lost.
 */
export const throughOutages = (
  ctx: { log: Log; signal: AbortSignal },
  { write, isWritten }: { write: () => Promise<unknown>; isWritten: () => Promise<boolean> },
): Promise<void> =>
  repeatWhileUnreachable(ctx, async (isRepeated) => {
    if (!isRepeated || !(await isWritten())) await write();
  });
