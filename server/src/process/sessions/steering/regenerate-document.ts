import type { DocumentId, Job } from "@dialectic/contract";
import { combinedType, standings } from "#documents";
import { enqueue, getJob } from "#jobs";
import { AppError } from "#platform";
import type { SessionsCtx } from "../ctx.ts";
import { lockedSession } from "../locked-session.ts";
import { regenerationJob } from "./regeneration-job.ts";
import { findTarget, momentOf } from "./target.store.ts";

/** Has a document written anew, under the next number. Asked for twice, it is done once; the old one is kept. */
export async function regenerateDocument(ctx: SessionsCtx, input: { documentId: DocumentId }): Promise<Job> {
  return ctx.db.tx(async (db) => {
    const target = await findTarget(db, input.documentId);
    if (!target) throw new AppError("not_found", `There is no document ${input.documentId}, or it is not yours.`);
    if (target.output_type === combinedType) {
      throw new AppError(
        "conflict",
        `${target.title} was combined from other documents. Regenerate what was written from it: that is combined anew if it has to be.`,
      );
    }
    const session = await lockedSession(db, target.session_id);
    const standing = (await standings(db, session.id)).find((one) => one.id === target.root_id);
    if (target.run_status !== "completed") {
      throw new AppError(
        "conflict",
        `${target.title} cannot be regenerated before its stage is finished. Wait for it, or retry what failed.`,
      );
    }
    if (standing?.in_use === false) {
      throw new AppError(
        "conflict",
        `${target.title} belongs to iteration ${target.iteration}, and a later one has written its stage again. Regenerate that text.`,
      );
    }
    const jobId = standing?.regenerating ?? (await enqueue(db, await regenerationJob(db, target, await momentOf(db))));
    return getJob(db, jobId);
  });
}
