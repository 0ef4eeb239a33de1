import type { ProjectId, Session, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { getSession, listSessions, type SessionsCtx } from "#sessions";

/**
 * The session that a tool acts on: the given one or, without an id, the newest session of the conversation's project.
 * Throws if the given session belongs to another project, because a model may give any id.
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
