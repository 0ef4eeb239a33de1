import type { SessionId } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import { lockSession, type SessionRow } from "./session.store.ts";

/** The session, nobody else's until the transaction ends; or the error that tells there is none. */
export async function lockedSession(db: Tx, id: SessionId): Promise<SessionRow> {
  const session = await lockSession(db, id);
  if (!session) throw new AppError("not_found", `There is no session ${id}.`, { remedies: [{ do: "see-sessions" }] });
  return session;
}
