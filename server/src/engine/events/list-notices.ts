import type { Notice } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { selectNotices } from "./notice.store.ts";

/** The acting user's notices, newest first; `unread` leaves out what was read. */
export function listNotices(
  ctx: { db: UserDb },
  input: { unread?: boolean | undefined; limit: number },
): Promise<Notice[]> {
  return ctx.db.tx((db) => selectNotices(db, { onlyUnread: input.unread ?? false, limit: input.limit }));
}
