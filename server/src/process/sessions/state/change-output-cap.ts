import type { Session, SessionId } from "@dialectic/contract";
import { lockSession, setOutputCap } from "#projects";
import type { SessionsCtx } from "../ctx.ts";
import { getSession } from "./read-session.ts";

/**
 * Changes the output cap for the session's later requests, for example before retrying a model that used its whole cap for
 * thinking. Existing documents and the quote stay as they are.
 */
export async function changeOutputCap(
  ctx: SessionsCtx,
  { sessionId, maxOutputTokens }: { sessionId: SessionId; maxOutputTokens: number | null },
): Promise<Session> {
  await ctx.db.tx(async (db) => {
    await lockSession(db, sessionId);
    await setOutputCap(db, sessionId, maxOutputTokens);
  });
  return getSession(ctx, { sessionId });
}
