import type { DocumentId, DocumentSummary } from "@dialectic/contract";
import { AppError, type Page, readCursor, readPage, type UserDb } from "#platform";
import { standings } from "./edits/stale.store.ts";
import { findingsOf } from "./findings.store.ts";
import * as store from "./read-documents.store.ts";

/** One page of the documents of a session, in the order of creation. */
export async function listDocuments(
  ctx: { db: UserDb },
  {
    limit = 500,
    after,
    ...given
  }: Omit<store.DocumentFilter, "after"> & { after?: string | undefined; limit?: number },
): Promise<Page<DocumentSummary>> {
  const { sessionId } = given;
  const filter = { ...given, after: readCursor(after) };
  return ctx.db.tx(async (db) => {
    if (!(await store.hasSession(db, sessionId))) {
      throw new AppError("not_found", `There is no session ${sessionId}, or it is not yours.`);
    }
    const page = await readPage({ limit, rows: (most) => store.summaries(db, { ...filter, limit: most }) });
    if (page.items.length === 0) return { items: [], next: null };
    const standing = new Map((await standings(db, sessionId)).map((one) => [one.id, one]));
    const findings = Map.groupBy(await findingsOf(db, { sessionId }), (one) => one.contribution_id);
    const items = page.items.map((row) =>
      store.toSummary(row, {
        standing: standing.get(row.contribution_id),
        findings: findings.get(row.contribution_id) ?? [],
      }),
    );
    return { ...page, items };
  });
}

/** The titles and paths of these documents. Documents that do not exist or belong to another user are left out. */
export async function nameDocuments(
  ctx: { db: UserDb },
  ids: readonly DocumentId[],
): Promise<Map<DocumentId, { title: string; path: string }>> {
  if (ids.length === 0) return new Map();
  const names = await ctx.db.tx((db) => store.namesOf(db, ids), { single: true });
  return new Map(names.map(({ id, title, path }) => [id, { title, path }]));
}
