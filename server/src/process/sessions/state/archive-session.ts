import type { Session, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { hasOpenJobs, lockSession, markArchived, markRestored } from "#projects";
import type { SessionsCtx } from "../ctx.ts";
import { getSession } from "./read-session.ts";

/** Archives a session. It stays readable, but nothing in it changes until it is restored. */
export async function archiveSession(ctx: SessionsCtx, input: { sessionId: SessionId }): Promise<Session> {
  await ctx.db.tx(async (db) => {
    const session = await lockSession(db, input.sessionId, { allowArchived: true });
    if (session.status === "archived") return;
    if (await hasOpenJobs(db, session.id)) {
      throw new AppError(
        "conflict",
        `Session ${session.id} still has work in progress. Cancel that work, then archive the session.`,
        {
          remedies: [{ do: "cancel-stage", sessionId: session.id, stage: session.current_stage }],
        },
      );
    }
    await markArchived(db, session.id);
  });
  return getSession(ctx, input);
}

/** Restores an archived session to its former status. Does nothing to a session that is not archived. */
export async function restoreSession(ctx: SessionsCtx, input: { sessionId: SessionId }): Promise<Session> {
  await ctx.db.tx(async (db) => {
    const session = await lockSession(db, input.sessionId, { allowArchived: true });
    if (session.status === "archived") await markRestored(db, session.id);
  });
  return getSession(ctx, input);
}
