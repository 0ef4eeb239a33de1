import type { DocumentId, DocumentSummary, SessionId } from "@dialectic/contract";
import { AppError, type UserDb } from "#platform";
import { findingsOf } from "./findings.store.ts";
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
    const findings = Map.groupBy(await findingsOf(db, input), (one) => one.contribution_id);
    return (await store.summaries(db, input)).map((row) =>
      store.toSummary(row, {
        standing: standing.get(row.contribution_id),
        findings: findings.get(row.contribution_id) ?? [],
      }),
    );
  });
}

/** What these documents are called, and where they stand; those that are not there, or not yours, have no name. */
export async function nameDocuments(
  ctx: { db: UserDb },
  ids: readonly DocumentId[],
): Promise<Map<DocumentId, { title: string; path: string }>> {
  if (ids.length === 0) return new Map();
  const names = await ctx.db.tx((db) => store.namesOf(db, ids), { single: true });
  return new Map(names.map(({ id, title, path }) => [id, { title, path }]));
}
