import type { DocumentSummary, SessionId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import * as store from "./read-documents.store.ts";
import { standings } from "./stale.store.ts";

/** The documents of a session, in the order they were written. */
export async function listDocuments(
  ctx: { db: UserDb },
  input: { sessionId: SessionId; stage?: string | undefined; kind?: "whole" | "artifact" | undefined },
): Promise<DocumentSummary[]> {
  return ctx.db.tx(async (db) => {
    if (!(await store.hasSession(db, input.sessionId))) {
      throw new AppError("not_found", `There is no session ${input.sessionId}, or it is not yours.`);
    }
    const standing = new Map((await standings(db, input.sessionId)).map((one) => [one.id, one]));
    return (await store.summaries(db, input)).map((row) => store.toSummary(row, standing.get(row.contribution_id)));
  });
}
