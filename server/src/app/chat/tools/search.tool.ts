import { z } from "zod";
import { indexDue, nameDocuments } from "#documents";
import { defineTool, searchExchanges } from "#exchanges";
import { searchMemory } from "#memory";
import type { ChatServices } from "../chat-services.ts";

const limit = 8;

/** Searches documents, files and earlier exchanges. */
export const searchTool = ({ ctxOf }: ChatServices) =>
  defineTool({
    name: "search",
    description:
      "Finds passages of the project's documents and files, and earlier exchanges, by words and by meaning. Ask for one thing at a time; search again with other words when the first search is not enough.",
    schema: z.strictObject({
      query: z.string().min(1).max(2_000),
      in: z.enum(["everything", "documents", "exchanges"]).default("everything"),
    }),
    effects: "none",
    async run({ db, projectId }, { query, in: where }) {
      const ctx = ctxOf(db);
      const scope = projectId ?? undefined;
      const found: string[] = [];
      if (where !== "exchanges") {
        await indexDue(ctx, { projectId: scope });
        const kinds = ["document", "file", "text"] as const;
        const hits = await searchMemory(ctx, {
          questions: [query],
          scope: { projectId: scope, kinds },
          limit,
          diverse: true,
        });
        const names = await nameDocuments(ctx, [...new Set(hits.flatMap(({ documentId }) => documentId ?? []))]);
        for (const { documentId, source, text } of hits) {
          const title = documentId ? names.get(documentId)?.title : undefined;
          found.push(`${title ? `Document "${title}" (${documentId})` : source}:\n${text}`);
        }
      }
      if (where !== "documents") {
        for (const turn of await searchExchanges(ctx, { question: query, projectId: scope, limit })) {
          found.push(`Exchange ${turn.number} of "${turn.title}", ${turn.role}:\n${turn.text}`);
        }
      }
      return found.length === 0 ? "Nothing was found. Try other words." : found.join("\n\n---\n\n");
    },
  });
