import { findingsOf, replaceFindings } from "#documents";
import type { Tx } from "#platform";
import { claimsFor } from "#review";
import { endingsStillNoted, textFindings } from "../contributions/findings.ts";
import { wantedOf } from "../contributions/gaps.ts";
import { stageWork } from "../stages/load-stage-work.ts";
import type { Target } from "./target.store.ts";

/** Computes the findings of a document again after an edit. Returns false if they did not change. The session is locked. */
export async function refreshFindings(db: Tx, target: Target, markdown: string): Promise<boolean> {
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
