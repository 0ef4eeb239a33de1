import { DocumentId, formatDollars, type RegenerationQuote, SessionId } from "@dialectic/contract";
import { z } from "zod";
import { getDocument } from "#documents";
import { type ChatTool, defineTool, type ToolCtx } from "#exchanges";
import { AppError } from "#platform";
import { quoteRegeneration, quoteStale, regenerateDocument, regenerateStale } from "#sessions";
import type { ChatServices } from "../chat-services.ts";
import { sessionOf } from "../session-of.ts";

/**
 * Regenerates documents from their current sources, including accepted facts. Both tools show the price and wait for the
 * user's confirmation.
 */
export const regenerationTools = ({ ctxOf }: ChatServices): ChatTool[] => {
  const documentOf = async ({ db, projectId }: ToolCtx, documentId: DocumentId) => {
    const document = await getDocument(ctxOf(db), { documentId });
    await sessionOf(ctxOf(db), document.sessionId, projectId);
    return document;
  };
  return [
    defineTool({
      name: "regenerate_document",
      description:
        "Proposes to regenerate one document from its current inputs and the accepted facts. The user sees the price and decides. Find the document with list_documents.",
      schema: z.strictObject({ documentId: DocumentId }),
      effects: "asks",
      touches: ({ documentId }) => [`document:${documentId}`],
      async propose(tool, { documentId }) {
        const { title, kind } = await documentOf(tool, documentId);
        const what = kind === "whole" ? `Regenerate "${title}".` : `Regenerate the document that contains "${title}".`;
        return proposal(what, await quoteRegeneration(ctxOf(tool.db), { documentId }));
      },
      async confirm(tool, { documentId }, agreed) {
        const { title } = await documentOf(tool, documentId);
        assertAgreed(await quoteRegeneration(ctxOf(tool.db), { documentId }), agreed);
        await regenerateDocument(ctxOf(tool.db), { documentId });
        return `"${title}" is being regenerated.`;
      },
    }),
    defineTool({
      name: "regenerate_stale",
      description:
        "Proposes to regenerate every document of a session that is stale, each after its sources. The user sees the price and decides.",
      schema: z.strictObject({
        sessionId: SessionId.optional().describe("by default, the newest session of the project"),
      }),
      effects: "asks",
      touches: ({ sessionId }) => [`session:${sessionId ?? "newest"}`],
      async propose({ db, projectId }, { sessionId }) {
        const { id, projectName } = await sessionOf(ctxOf(db), sessionId, projectId);
        const quote = await quoteStale(ctxOf(db), { sessionId: id });
        if (quote.documents === 0) throw new AppError("conflict", `No document of "${projectName}" is stale.`);
        const what = `Regenerate the ${quote.documents} stale documents of "${projectName}".`;
        return { ...proposal(what, quote), input: { sessionId: id } };
      },
      async confirm({ db, projectId }, { sessionId }, agreed) {
        const { id } = await sessionOf(ctxOf(db), sessionId, projectId);
        assertAgreed(await quoteStale(ctxOf(db), { sessionId: id }), agreed);
        const { documents } = await regenerateStale(ctxOf(db), { sessionId: id });
        return `${documents.length} documents are being regenerated.`;
      },
    }),
  ];
};

function proposal(what: string, { free, expected, high }: RegenerationQuote) {
  const cost = free
    ? "It is free."
    : `It is expected to cost ${formatDollars(expected)}, and ${formatDollars(high)} at most.`;
  return { summary: `${what} ${cost}`, price: free ? null : BigInt(high) };
}

/** Facts and documents may have changed since the proposal. Work that costs more than the user saw is not started. */
function assertAgreed({ high }: RegenerationQuote, { price }: { price: bigint | null }): void {
  if (BigInt(high) <= (price ?? 0n)) return;
  throw new AppError(
    "conflict",
    `This would now cost up to ${formatDollars(high)}, more than you confirmed. Nothing was started. Ask for it again to see the new price.`,
  );
}
