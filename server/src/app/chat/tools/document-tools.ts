import { DocumentId, SessionId } from "@dialectic/contract";
import { z } from "zod";
import { getDocument, listDocuments } from "#documents";
import { type ChatTool, defineTool } from "#exchanges";
import { listSessions } from "#sessions";
import type { ChatServices } from "../chat-services.ts";
import { sessionOf } from "../session-of.ts";

export const documentTools = ({ ctxOf }: ChatServices): ChatTool[] => [
  defineTool({
    name: "list_documents",
    description:
      "Lists the documents of a session with their ids. Without `sessionId`, it lists those of the project's newest session.",
    schema: z.strictObject({ sessionId: SessionId.optional() }),
    effects: "none",
    async run({ db, projectId }, { sessionId }) {
      const ctx = ctxOf(db);
      const { items: sessions } = await listSessions(ctx, { projectId: projectId ?? undefined, limit: 20 });
      if (sessions.length === 0) return "There are no sessions yet.";
      const listed = sessions.map(
        ({ id, projectName, status, currentStage }) => `${id}: ${projectName}, ${status}, stage ${currentStage}`,
      );
      if (sessionId === undefined && projectId === null) return `Sessions:\n${listed.join("\n")}`;
      const session = await sessionOf(ctx, sessionId, projectId);
      const { items } = await listDocuments(ctx, { sessionId: session.id, limit: 200 });
      const documents = items
        .filter(({ replacedBy }) => replacedBy === null)
        .map(({ id, title, stage, model, words }) => `${id}: ${title} (${stage}, ${model}, ${words} words)`);
      const others = sessionId === undefined && sessions.length > 1 ? `\n\nAll sessions:\n${listed.join("\n")}` : "";
      return `Documents of session ${session.id}:\n${documents.join("\n") || "none yet"}${others}`;
    },
  }),
  defineTool({
    name: "read_document",
    description:
      "Reads a document by its id, starting at character `from` (0 is the first). Long documents are returned in parts.",
    schema: z.strictObject({ documentId: DocumentId, from: z.int().min(0).default(0) }),
    effects: "none",
    async run({ db, projectId }, { documentId, from }) {
      const ctx = ctxOf(db);
      const { markdown, title, sessionId } = await getDocument(ctx, { documentId });
      await sessionOf(ctx, sessionId, projectId);
      const part = markdown.slice(from, from + longestPart).toWellFormed();
      const rest = markdown.length - from - part.length;
      return `${title}, characters ${from} to ${from + part.length} of ${markdown.length}:\n${part}${rest > 0 ? `\n[${rest} more characters: continue from ${from + part.length}]` : ""}`;
    },
  }),
];

const longestPart = 15_000;
