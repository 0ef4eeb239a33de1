import { DocumentId, type ProjectId, SessionId } from "@dialectic/contract";
import { z } from "zod";
import { getDocument, listDocuments } from "#documents";
import { type ChatTool, defineTool } from "#exchanges";
import { AppError } from "#platform";
import { getSession, listSessions, type SessionsCtx } from "#sessions";
import type { ChatServices } from "./chat-services.ts";

/** The session, if it belongs to the project of the conversation. A model may name any id; the row decides. */
export async function sessionOf(ctx: SessionsCtx, sessionId: SessionId, projectId: ProjectId | null) {
  const session = await getSession(ctx, { sessionId });
  if (projectId !== null && session.projectId !== projectId) {
    throw new AppError("not_found", `There is no session ${sessionId} in this project.`);
  }
  return session;
}

export const documentTools = ({ ctxOf }: ChatServices): ChatTool[] => [
  defineTool({
    name: "list_documents",
    description: "Lists the newest sessions of the project, or the documents of one session with their ids.",
    schema: z.strictObject({ sessionId: SessionId.optional() }),
    effects: "none",
    async run({ db, projectId }, { sessionId }) {
      const ctx = ctxOf(db);
      if (sessionId === undefined) {
        const { items } = await listSessions(ctx, { projectId: projectId ?? undefined, limit: 20 });
        if (items.length === 0) return "There are no sessions yet.";
        return items
          .map(({ id, projectName, status, currentStage }) => `${id}: ${projectName}, ${status}, stage ${currentStage}`)
          .join("\n");
      }
      await sessionOf(ctx, sessionId, projectId);
      const { items } = await listDocuments(ctx, { sessionId, limit: 200 });
      return items
        .filter(({ replacedBy }) => replacedBy === null)
        .map(({ id, title, stage, model, words }) => `${id}: ${title} (${stage}, ${model}, ${words} words)`)
        .join("\n");
    },
  }),
  defineTool({
    name: "read_document",
    description: "Reads a document by its id, from a character on. Long documents come in parts.",
    schema: z.strictObject({ documentId: DocumentId, from: z.int().min(0).default(0) }),
    effects: "none",
    async run({ db, projectId }, { documentId, from }) {
      const ctx = ctxOf(db);
      const { markdown, title, sessionId } = await getDocument(ctx, { documentId });
      await sessionOf(ctx, sessionId, projectId);
      const part = markdown.slice(from, from + longestPart).toWellFormed();
      const rest = markdown.length - from - part.length;
      return `${title}, characters ${from} to ${from + part.length} of ${markdown.length}:\n${part}${rest > 0 ? `\n[${rest} more: read on from ${from + part.length}]` : ""}`;
    },
  }),
];

const longestPart = 15_000;
