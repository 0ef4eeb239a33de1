import type { ProjectId, Session, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { getSession, listSessions, type SessionsCtx } from "#sessions";

/**
 * The session that a tool is about: the named one, if it belongs to the project of the conversation, else the newest of the
 * project. A model may name any id, so the row of the conversation decides.
 */
export async function sessionOf(
  ctx: SessionsCtx,
  sessionId: SessionId | undefined,
  projectId: ProjectId | null,
): Promise<Session> {
  const id = sessionId ?? (await newestSession(ctx, projectId));
  const session = await getSession(ctx, { sessionId: id });
  if (projectId !== null && session.projectId !== projectId) {
    throw new AppError("not_found", `There is no session ${id} in this project.`);
  }
  return session;
}

async function newestSession(ctx: SessionsCtx, projectId: ProjectId | null): Promise<SessionId> {
  if (projectId === null) throw new AppError("invalid_input", "This conversation is about no project: name a session.");
  const [newest] = (await listSessions(ctx, { projectId, limit: 1 })).items;
  if (!newest) throw new AppError("not_found", "The project has no session yet.");
  return newest.id;
}
