import type { DocumentId, JobId, SessionId } from "@dialectic/contract";
import { standings } from "#documents";
import { enqueue } from "#jobs";
import { lockSession } from "#projects";
import type { SessionsCtx } from "../../ctx.ts";
import { regenerations } from "../target.store.ts";

/** Regenerates all stale documents, each after its sources. A further request does nothing while this is in progress. */
export async function regenerateStale(
  ctx: SessionsCtx,
  input: { sessionId: SessionId },
): Promise<{ jobId: JobId | null; documents: DocumentId[] }> {
  return ctx.db.tx(async (db) => {
    const session = await lockSession(db, input.sessionId);
    const stale = (await standings(db, session.id)).filter((one) => one.because !== null && one.in_use);
    const documents = stale.map((one) => one.document_id);
    const running = (await regenerations(db, session.id)).find((one) => one.is_plan);
    if (running) return { jobId: running.id, documents };
    if (documents.length === 0) return { jobId: null, documents };
    const jobId = await enqueue(db, {
      kind: "plan",
      projectId: session.project_id,
      sessionId: session.id,
      iteration: session.iteration,
      label: "Regenerate stale documents",
      retryWindowMs: session.retry_window_ms,
      payload: { plan: "stale", sessionId: session.id },
    });
    return { jobId, documents };
  });
}
