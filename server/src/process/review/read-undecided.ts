import type { ReadUndecided } from "#documents";
import { claimsOf } from "./claims/claims.store.ts";
import { toClaim } from "./claims/get-claims.ts";
import { questionsOf } from "./questions/questions.store.ts";

/** A session's contested claims, with the choices that people made, and its unanswered questions. */
export const readUndecided: ReadUndecided = async (db, sessionId) => {
  const claims = (await claimsOf(db, { sessionId })).map(toClaim).filter(({ contested }) => contested);
  const questions = (await questionsOf(db, { sessionId })).filter(({ answer }) => answer === null);
  return {
    contested: claims.map(({ number, text, verdicts, choice }) => ({
      number,
      text,
      verdicts: verdicts.map(({ model, verdict }) => ({ model, verdict })),
      choice: choice?.verdict ?? null,
    })),
    questions: questions.map(({ number, text, decides, otherwise }) => ({ number, text, decides, otherwise })),
  };
};
