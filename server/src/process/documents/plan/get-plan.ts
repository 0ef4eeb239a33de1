import type { Plan, PlanPart, SessionId } from "@dialectic/contract";
import { AppError, type Tx, type UserDb } from "#platform";
import { findReadable } from "../read-documents.store.ts";
import { type IterationRow, iterationsOf, type ReadableDocument, readableDocuments } from "../tree/iterations.store.ts";
import { findPlan } from "./find-plan.ts";

/** The plan of one iteration of a session, with its texts. The default is the newest finished iteration. */
export async function getPlan(
  ctx: { db: UserDb },
  { sessionId, iteration }: { sessionId: SessionId; iteration?: number | undefined },
): Promise<Plan> {
  return ctx.db.tx(async (db) => {
    const iterations = (await iterationsOf(db, { sessionId })).toSorted((a, b) => a.iteration - b.iteration);
    const at = chooseIteration(iterations, iteration);
    if (!at) {
      const what = iteration === undefined ? `session ${sessionId}` : `iteration ${iteration} of session ${sessionId}`;
      throw new AppError("not_found", `There is no ${what}, or it is not yours.`, {
        remedies: [{ do: "see-sessions" }],
      });
    }
    const parts = findPlan(at, await readableDocuments(db, { sessionId }));
    return {
      sessionId,
      projectId: at.project_id,
      iteration: at.iteration,
      completedAt: toMoment(at),
      parts: await Promise.all(parts.map((part) => readPart(db, part))),
      iterations: iterations.map((one) => ({ iteration: one.iteration, completedAt: toMoment(one) })),
    };
  });
}

const chooseIteration = (iterations: readonly IterationRow[], wanted: number | undefined): IterationRow | undefined =>
  wanted === undefined
    ? (iterations.findLast(({ is_complete }) => is_complete) ?? iterations.at(-1))
    : iterations.find(({ iteration }) => iteration === wanted);

const toMoment = ({ completed_at }: IterationRow): string | null => completed_at?.toISOString() ?? null;

async function readPart(
  db: Tx,
  { document_id: documentId, title, artifact, model, iteration, path }: ReadableDocument,
): Promise<PlanPart> {
  const document = await findReadable(db, documentId);
  return { documentId, title, artifact, model, iteration, path, markdown: document?.markdown ?? "" };
}
