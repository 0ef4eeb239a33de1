import type { JobKind, ProjectId, Remedy } from "@dialectic/contract";
import { cancelJob } from "#jobs";
import { AppError, type UserDb } from "#platform";
import * as store from "./project.store.ts";

/** Jobs of these kinds are not requested by a person but follow from other work. Deleting the project cancels them. */
const derived: readonly JobKind[] = ["render", "index", "collect", "parse", "enrich", "summarize"];

/**
 * Deletes a project and everything made from it, except its wallet entries. Returns the name of the project's folder, which
 * the caller removes with `removeFolder`. The folder stays recorded until then.
 */
export async function deleteProject(
  ctx: { db: UserDb },
  { projectId }: { projectId: ProjectId },
): Promise<{ id: ProjectId; slug: string }> {
  return ctx.db.tx(async (db) => {
    const project = await store.lockProject(db, projectId);
    if (!project) throw new AppError("not_found", `There is no project ${projectId}, or it is not yours.`);
    const open = await store.openJobs(db, projectId);
    const requested = open.filter(({ kind }) => !derived.includes(kind));
    if (requested.length > 0) throw unfinishedWork(project.name, requested);
    if (open.some(({ status }) => status === "processing")) {
      throw new AppError("conflict", `The files of "${project.name}" are being written. Try again in a moment.`);
    }
    for (const { id } of open) await cancelJob(db, id);
    await store.deleteProject(db, projectId);
    return { id: projectId, slug: project.slug };
  });
}

function unfinishedWork(name: string, jobs: readonly store.OpenJob[]): AppError {
  const stops = jobs.map(
    ({ id, sessionId, stage }): Remedy =>
      sessionId && stage ? { do: "cancel-stage", sessionId, stage } : { do: "cancel-job", jobId: id },
  );
  const remedies = [...new Map(stops.map((one) => [JSON.stringify(one), one])).values()].slice(0, 5);
  return new AppError("conflict", `"${name}" has unfinished work. Stop it, then delete the project.`, {
    remedies,
  });
}
