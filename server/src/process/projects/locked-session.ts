import type { SessionId } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import { lockSession, type SessionRow } from "./session.store.ts";

/** The session, nobody else's until the transaction ends; or the error that tells there is none, or that it is put away. */
export async function lockedSession(db: Tx, id: SessionId, { evenArchived = false } = {}): Promise<SessionRow> {
  const session = await lockSession(db, id);
  if (!session) throw new AppError("not_found", `There is no session ${id}.`, { remedies: [{ do: "see-sessions" }] });
  if (session.status === "archived" && !evenArchived) {
    throw new AppError("conflict", `Session ${id} is archived: nothing in it changes.`, {
      remedies: [{ do: "restore-session", sessionId: id }],
    });
  }
  return session;
}
