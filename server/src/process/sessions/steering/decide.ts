import type { Claim, Question, SessionId, Verdict } from "@dialectic/contract";
import { joinTransaction, type UserDb } from "#platform";
import { lockSession } from "#projects";
import * as claims from "#review";
import type { SessionsCtx } from "../ctx.ts";
import { refreshSeed } from "./seed/refresh-seed.ts";

/** Answers a question of the session's documents and refreshes the next seed prompt. */
export const answerQuestion = (
  ctx: SessionsCtx,
  input: { sessionId: SessionId; number: number; answer: string },
): Promise<Question> => heard(ctx, input.sessionId, (db) => claims.answerQuestion({ db }, input));

/** Records a person's verdict on a claim and refreshes the next seed prompt. */
export const chooseVerdict = (
  ctx: SessionsCtx,
  input: { sessionId: SessionId; number: number; verdict: Verdict; note: string },
): Promise<Claim> => heard(ctx, input.sessionId, (db) => claims.chooseVerdict({ db }, input));

async function heard<Said>(ctx: SessionsCtx, id: SessionId, say: (db: UserDb) => Promise<Said>): Promise<Said> {
  return ctx.db.tx(async (db) => {
    const session = await lockSession(db, id);
    const said = await say(joinTransaction(db, ctx.db.userId));
    await refreshSeed(db, session);
    return said;
  });
}
