import type { DocumentId, Feedback, SessionId } from "@dialectic/contract";
import { FeedbackId } from "@dialectic/contract";
import { feedbackOf, insertFeedback, newestFeedback } from "#documents";
import { enqueue } from "#jobs";
import { AppError, newId, type Tx } from "#platform";
import { findSession, lockSession, newestRun, type SessionRow } from "#projects";
import { loadProcess } from "#recipes";
import type { SessionsCtx } from "../../ctx.ts";
import { stageOf } from "../../stages/stage-of.ts";
import { refreshSeed } from "../seed/refresh-seed.ts";
import { findTarget } from "../target.store.ts";

type Input = { sessionId: SessionId; stage: string; text: string; documentId?: DocumentId | undefined };

/**
 * Records feedback on a stage or on one of its documents. New feedback replaces earlier feedback; an empty text withdraws
 * it.
 */
export async function giveFeedback(ctx: SessionsCtx, input: Input): Promise<Feedback> {
  return ctx.db.tx(async (db) => {
    const session = await lockSession(db, input.sessionId);
    const about = await subjectOf(db, session, input);
    const said = { text: sayable(input.text), documentId: input.documentId ?? null };
    const before = await newestFeedback(db, about);
    if (said.text === "" && !before?.text) {
      throw new AppError("invalid_input", "The feedback is empty. Write what should be different.");
    }
    const at = { sessionId: session.id, stage: about.stage, iteration: about.iteration };
    if (before && before.text === said.text) return { ...at, ...said, ...toFeedback(before) };
    const id = newId();
    const version = (before?.version ?? 0) + 1;
    const given_at = await insertFeedback(db, {
      ...about,
      id,
      version,
      text: said.text,
    });
    await refreshSeed(db, session);
    await enqueue(db, {
      kind: "render",
      projectId: session.project_id,
      sessionId: session.id,
      iteration: about.iteration,
      stage: about.stage,
      label: `Render the feedback on ${about.stage}`,
      payload: { projectId: session.project_id },
      idempotencyKey: `render:feedback:${id}`,
    });
    return { ...at, ...said, ...toFeedback({ id, version, given_at }) };
  });
}

/** The feedback of a session, or of one stage, oldest first. */
export async function listFeedback(
  ctx: SessionsCtx,
  { sessionId, stage }: { sessionId: SessionId; stage?: string | undefined },
): Promise<Feedback[]> {
  return ctx.db.tx(async (db) => {
    if (!(await findSession(db, sessionId))) {
      throw new AppError("not_found", `There is no session ${sessionId}.`, { remedies: [{ do: "see-sessions" }] });
    }
    const rows = await feedbackOf(db, { sessionId, stage });
    return rows.map((row) => {
      const { stage: key, iteration, document_id: documentId, text } = row;
      return { sessionId, stage: key, iteration, documentId, text, ...toFeedback(row) };
    });
  });
}

/**
 * Keeps the text verbatim, except for characters that the database cannot store. A text of only white space becomes empty.
 */
const sayable = (text: string): string => (text.trim() === "" ? "" : text.replaceAll("\0", "").toWellFormed());

const toFeedback = ({ id, version, given_at }: { id: string; version: number; given_at: Date }) => ({
  id: FeedbackId.parse(id),
  version,
  givenAt: given_at.toISOString(),
});

async function subjectOf(db: Tx, session: SessionRow, input: Input) {
  const stage = stageOf(await loadProcess(db, session.process_template_id), input.stage);
  const document = input.documentId === undefined ? null : await findTarget(db, input.documentId);
  if (document === undefined) {
    throw new AppError("not_found", `There is no document ${input.documentId}, or it is not yours.`);
  }
  if (document && (document.session_id !== session.id || document.stage !== stage.key)) {
    throw new AppError(
      "invalid_input",
      `The document ${input.documentId} was not written in ${stage.name} of this session.`,
    );
  }
  const spokenOf = document ?? (await newestRun(db, session, stage.key));
  if (!spokenOf) {
    throw new AppError(
      "stage_not_current",
      `${stage.name} has not been started, so there is nothing to give feedback on yet.`,
    );
  }
  return {
    owner_id: session.owner_id,
    project_id: session.project_id,
    session_id: session.id,
    iteration: spokenOf.iteration,
    stage: stage.key,
    contribution_id: document?.root_id ?? null,
  };
}
