import type { Notice, NoticeId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { selectNotices } from "./notice.store.ts";

/** The acting user's notices, newest first; `unread` leaves out what was read. */
export function listNotices(
  ctx: { db: UserDb },
  { unread = false, ...input }: { unread?: boolean | undefined; limit: number; before?: NoticeId | undefined },
): Promise<Notice[]> {
  return ctx.db.tx((db) => selectNotices(db, { ...input, onlyUnread: unread }));
}
