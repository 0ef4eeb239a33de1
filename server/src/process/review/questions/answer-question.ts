import type { Question, SessionId } from "@dialectic/contract";
import { AppError, newId, type Tx, type UserDb } from "#platform";
import { lockSession } from "../session.store.ts";
import { toQuestion } from "./get-questions.ts";
import * as store from "./questions.store.ts";

/** Returns a question as it is shown to a person. Throws if the session has no question with this number. */
export async function requireQuestion(
  db: Tx,
  { sessionId, number }: { sessionId: SessionId; number: number },
): Promise<store.QuestionWithAnswer> {
  const [question] = await store.questionsOf(db, { sessionId, number });
  if (question) return question;
  throw new AppError("not_found", `The session has no question Q${number}.`, {
    remedies: [{ do: "see-questions", sessionId }],
  });
}

/** Stores a person's answer verbatim. Storing the same answer twice changes nothing. */
export async function answerQuestion(
  ctx: { db: UserDb },
  input: { sessionId: SessionId; number: number; answer: string },
): Promise<Question> {
  const { sessionId, number, answer } = input;
  return ctx.db.tx(async (db) => {
    await lockSession(db, sessionId);
    const before = await requireQuestion(db, input);
    if (before.answer !== answer) {
      await store.insertAnswer(db, { id: newId(), session_id: sessionId, number, owner_id: ctx.db.userId, answer });
    }
    const [after] = await store.questionsOf(db, { sessionId, number });
    return toQuestion(after ?? before);
  });
}
