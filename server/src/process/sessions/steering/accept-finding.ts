import type { Document, DocumentId, FindingId } from "@dialectic/contract";
import * as documents from "#documents";
import { AppError } from "#platform";
import { lockSession } from "#projects";
import type { SessionsCtx } from "../ctx.ts";
import { renderSummary } from "../stages/submit-stage.ts";
import { findTarget } from "./target.store.ts";

/**
 * Accepts a finding. The text stays as it is, and the finding no longer stops its session. Accepting it again changes
 * nothing.
 */
export async function acceptFinding(
  ctx: SessionsCtx,
  input: { documentId: DocumentId; findingId: FindingId },
): Promise<Document> {
  await ctx.db.tx(async (db) => {
    const target = await findTarget(db, input.documentId);
    if (!target) throw new AppError("not_found", `There is no document ${input.documentId}, or it is not yours.`);
    const session = await lockSession(db, target.session_id);
    const finding = { id: input.findingId, rootId: target.root_id, userId: ctx.db.userId };
    const outcome = await documents.acceptFinding(db, finding);
    // Once an iteration is complete, there is a readme, and it lists the open findings.
    if (outcome === "accepted" && session.status === "iteration_complete") {
      await renderSummary(db, session, `accepted:${input.findingId}`);
    }
    if (outcome !== "missing") return;
    throw new AppError(
      "not_found",
      `${target.title} has no finding ${input.findingId}. Its text may have changed: read it again.`,
    );
  });
  return documents.getDocument(ctx, { documentId: input.documentId });
}
