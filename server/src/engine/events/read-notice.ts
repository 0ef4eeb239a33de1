import type { Notice, NoticeId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import { insertEvent } from "./event.store.ts";
import { markRead, selectNotice } from "./notice.store.ts";

/** Marks a notice as read. Reading it again changes nothing and tells nobody. */
export function readNotice(ctx: { db: UserDb }, { noticeId }: { noticeId: NoticeId }): Promise<Notice> {
  return ctx.db.tx(async (db) => {
    const isNew = await markRead(db, noticeId);
    const notice = await selectNotice(db, noticeId);
    if (!notice) throw new AppError("not_found", `There is no notice ${noticeId}.`);
    if (!isNew) return notice;
    await insertEvent(db, {
      kind: "notice.read",
      projectId: notice.projectId,
      sessionId: notice.sessionId,
      data: { noticeId },
    });
    return notice;
  });
}
