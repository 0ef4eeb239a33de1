import type { SessionId } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import { type SessionRow, selectSessionForUpdate } from "./session.store.ts";

/** Locks the session until the transaction ends. Throws if it does not exist or is archived. */
export async function lockSession(db: Tx, id: SessionId, { allowArchived = false } = {}): Promise<SessionRow> {
  const session = await selectSessionForUpdate(db, id);
  if (!session) throw new AppError("not_found", `There is no session ${id}.`, { remedies: [{ do: "see-sessions" }] });
  if (session.status === "archived" && !allowArchived) {
    throw new AppError("conflict", `Session ${id} is archived, so it cannot be changed.`, {
      remedies: [{ do: "restore-session", sessionId: id }],
    });
  }
  return session;
}
