import type { ProjectId, Session, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { getSession, listSessions, type SessionsCtx } from "#sessions";

/**
 * The session that a tool acts on: the named session if it belongs to the conversation's project, otherwise the
 * project's newest. A model may name any id, so the project is taken from the conversation's row.
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
  if (projectId === null)
    throw new AppError("invalid_input", "This conversation is not about a project: name a session.");
  const [newest] = (await listSessions(ctx, { projectId, limit: 1 })).items;
  if (!newest) throw new AppError("not_found", "The project has no session yet.");
  return newest.id;
}
