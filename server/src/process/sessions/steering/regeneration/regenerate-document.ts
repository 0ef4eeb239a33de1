import type { DocumentId, Job, JobId } from "@dialectic/contract";
import { combinedType, standings } from "#documents";
import { enqueue, getJob } from "#jobs";
import { AppError, type Tx } from "#platform";
import { lockSession } from "#projects";
import type { SessionsCtx } from "../../ctx.ts";
import { findTarget, momentOf, type Target } from "../target.store.ts";
import { regenerationJob } from "./regeneration-job.ts";

/**
 * Regenerates a document. The new document gets the next number, and the old one is kept. A repeated request does nothing.
 */
export async function regenerateDocument(ctx: SessionsCtx, input: { documentId: DocumentId }): Promise<Job> {
  return ctx.db.tx(async (db) => {
    const target = await requireTarget(db, input.documentId);
    await lockSession(db, target.session_id);
    const { regenerating } = await requireRegenerable(db, target);
    const jobId = regenerating ?? (await enqueue(db, await regenerationJob(db, target, await momentOf(db))));
    return getJob(db, jobId);
  });
}

export async function requireTarget(db: Tx, id: DocumentId): Promise<Target> {
  const target = await findTarget(db, id);
  if (target) return target;
  throw new AppError("not_found", `There is no document ${id}, or it is not yours.`);
}

/** Throws if the document cannot be regenerated. If a job is already regenerating it, returns that job. */
export async function requireRegenerable(db: Tx, target: Target): Promise<{ regenerating: JobId | null }> {
  if (target.output_type === combinedType) {
    throw new AppError(
      "conflict",
      `${target.title} was combined from other documents. Regenerate a document that was written from it; its inputs are then combined again if necessary.`,
    );
  }
  if (target.run_status !== "completed") {
    throw new AppError(
      "conflict",
      `${target.title} cannot be regenerated before its stage is finished. Wait for it, or retry what failed.`,
    );
  }
  const standing = (await standings(db, target.session_id)).find((one) => one.id === target.root_id);
  if (standing?.in_use === false) {
    throw new AppError(
      "conflict",
      `${target.title} belongs to iteration ${target.iteration}, and a later iteration has written this stage again. Regenerate the document of that iteration.`,
    );
  }
  return { regenerating: standing?.regenerating ?? null };
}
