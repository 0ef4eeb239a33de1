import type { Session, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { hasOpenJobs, lockedSession, markArchived, markRestored } from "#projects";
import type { SessionsCtx } from "../ctx.ts";
import { getSession } from "./read-session.ts";

/** Puts a session away: it can be read as before, and nothing in it changes until it is brought back. */
export async function archiveSession(ctx: SessionsCtx, input: { sessionId: SessionId }): Promise<Session> {
  await ctx.db.tx(async (db) => {
    const session = await lockedSession(db, input.sessionId, { evenArchived: true });
    if (session.status === "archived") return;
    if (await hasOpenJobs(db, session.id)) {
      throw new AppError(
        "conflict",
        `Work on session ${session.id} is not over. Stop it, and then it can be archived.`,
        {
          remedies: [{ do: "cancel-stage", sessionId: session.id, stage: session.current_stage }],
        },
      );
    }
    await markArchived(db, session.id);
  });
  return getSession(ctx, input);
}

/** Brings an archived session back as it was; one that is not archived stays as it is. */
export async function restoreSession(ctx: SessionsCtx, input: { sessionId: SessionId }): Promise<Session> {
  await ctx.db.tx(async (db) => {
    const session = await lockedSession(db, input.sessionId, { evenArchived: true });
    if (session.status === "archived") await markRestored(db, session.id);
  });
  return getSession(ctx, input);
}
