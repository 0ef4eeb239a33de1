import type { JobId, Notice, NoticeId, ProjectId, SessionId } from "@dialectic/contract";
import { newId, type Tx } from "#platform";
import { insertEvent } from "./event.store.ts";
import { insertNotice } from "./notice.store.ts";

export type NewNotice = {
  kind: Notice["kind"];
  /** What this notice is about, as a key: `job:<id>:failed:<attempt>`. The same cause is told once. */
  cause: string;
  text: string;
  place: string;
  projectId?: ProjectId | null;
  sessionId?: SessionId | null;
  stage?: string | null;
  jobId?: JobId | null;
};

/** Tells the acting user something, once per cause, in the transaction that made it true. */
export async function addNotice(db: Tx, notice: NewNotice): Promise<void> {
  const id = newId<NoticeId>();
  if (!(await insertNotice(db, id, notice))) return;
  await insertEvent(db, {
    kind: "notice.created",
    projectId: notice.projectId ?? null,
    sessionId: notice.sessionId ?? null,
    data: { noticeId: id, kind: notice.kind },
  });
}
