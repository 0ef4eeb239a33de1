import type { Claim, SessionId, Verdict } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import { lockSession } from "../session.store.ts";
import * as store from "./claims.store.ts";
import { toClaim } from "./get-claims.ts";

/** Stores a person's decision about a claim. Storing the same decision twice changes nothing. */
export async function chooseVerdict(
  ctx: { db: UserDb },
  input: { sessionId: SessionId; number: number; verdict: Verdict; note: string },
): Promise<Claim> {
  const { sessionId, number, verdict, note } = input;
  return ctx.db.tx(async (db) => {
    await lockSession(db, sessionId);
    const [before] = await store.claimsOf(db, { sessionId, number });
    if (!before) {
      throw new AppError("not_found", `The session has no claim C${number}.`, {
        remedies: [{ do: "see-claims", sessionId }],
      });
    }
    if (before.choice !== verdict || before.note !== note) {
      await store.insertChoice(db, { session_id: sessionId, number, owner_id: ctx.db.userId, choice: verdict, note });
    }
    const [after] = await store.claimsOf(db, { sessionId, number });
    return toClaim(after ?? before);
  });
}
