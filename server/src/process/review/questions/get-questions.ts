import type { Question, SessionId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { requireSession } from "../session.store.ts";
import * as store from "./questions.store.ts";

/** The questions that the session's documents ask, with their answers and defaults. */
export async function getQuestions(ctx: { db: UserDb }, { sessionId }: { sessionId: SessionId }): Promise<Question[]> {
  return ctx.db.tx(async (db) => {
    await requireSession(db, sessionId);
    return (await store.questionsOf(db, { sessionId })).map(toQuestion);
  });
}

export const toQuestion = (row: store.QuestionWithAnswer): Question => ({
  id: `Q${row.number}`,
  number: row.number,
  iteration: row.iteration,
  stage: row.stage,
  model: row.model,
  askedBy: row.asked_by,
  contributionId: row.contribution_id,
  documentId: row.document_id,
  text: row.text,
  decides: row.decides,
  otherwise: row.otherwise,
  state: row.answer !== null ? "answered" : row.submitted ? "assumed" : "open",
  answer: row.answer,
  answeredAt: row.answered_at?.toISOString() ?? null,
});
