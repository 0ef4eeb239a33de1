import type { DerivedChange, DocumentId, EditedDocument } from "@dialectic/contract";
import { addVersion, findingsOf, getDocument, replaceFindings } from "#documents";
import { enqueue } from "#jobs";
import type { Tx } from "#platform";
import { AppError } from "#platform";
import { lockSession } from "#projects";
import { claimsFor, collectReview } from "#review";
import { endingsStillNoted, textFindings } from "../contributions/findings.ts";
import { wantedOf } from "../contributions/gaps.ts";
import type { SessionsCtx } from "../ctx.ts";
import { stageWork } from "../stages/load-stage-work.ts";
import { renderSummary } from "../stages/submit-stage.ts";
import { derivedChanges, listChanges } from "./derived-changes.ts";
import { refillPlan } from "./regeneration/refill-plan.ts";
import { refreshSeed } from "./seed/refresh-seed.ts";
import type { Target } from "./target.store.ts";
import { findTarget } from "./target.store.ts";

/**
 * Adds a version to a document and keeps the earlier ones. The next stage reads the new version, and documents written from
 * an earlier one become stale. Returns what the edit removed, changed and added: artifacts, claims, verdicts, questions and
 * so on.
 */
export async function editDocument(
  ctx: SessionsCtx,
  input: { documentId: DocumentId; markdown: string; baseVersion: number },
): Promise<EditedDocument> {
  const changes = await ctx.db.tx(async (db): Promise<DerivedChange[]> => {
    const target = await findTarget(db, input.documentId);
    if (!target) throw new AppError("not_found", `There is no document ${input.documentId}, or it is not yours.`);
    const session = await lockSession(db, target.session_id);
    const { document, before, changed } = await addVersion(db, { ...input, authorId: ctx.db.userId });
    if (!changed) return [];
    const { iteration, stage } = target;
    await collectReview(db, { sessionId: session.id, iteration, stages: [stage] });
    const isReadmeOld = await refreshFindings(db, target, document.markdown);
    await refreshSeed(db, session);
    const ofBoard = await refillPlan(db, session, target);
    if (isReadmeOld && session.status === "iteration_complete") {
      await renderSummary(db, session, `edited:${document.id}:${document.version}`);
    }
    await enqueue(db, {
      kind: "render",
      projectId: session.project_id,
      sessionId: session.id,
      iteration: target.iteration,
      stage: target.stage,
      label: `Render ${document.title}, version ${document.version}`,
      payload: { rootId: target.root_id },
      idempotencyKey: `render:${target.root_id}:${document.version}`,
    });
    const texts = { before, after: document.markdown };
    return [...(await derivedChanges(db, { contributionId: target.root_id, ...texts })), ...ofBoard];
  });
  return { ...(await getDocument(ctx, { documentId: input.documentId })), ...listChanges(changes) };
}

/**
 * Computes the findings of an edited document again. Returns false if they did not change. The caller has locked the
 * session.
 */
async function refreshFindings(db: Tx, target: Target, markdown: string): Promise<boolean> {
  const { root_id: rootId, lineage_id: lineage } = target;
  const { session, stage } = await stageWork(db, target.run_id);
  const step = stage.recipe.steps.find((one) => one.key === target.step_key);
  const claims = await claimsFor(db, {
    sessionId: session.id,
    iteration: session.iteration,
    stage: stage.key,
    lineageId: lineage === rootId ? null : lineage,
    asOf: null,
  });
  const before = await findingsOf(db, { rootId });
  const ofText = step ? textFindings(markdown, wantedOf(session, step, claims)) : [];
  return replaceFindings(db, { rootId, findings: [...ofText, ...endingsStillNoted(markdown, before)] });
}
