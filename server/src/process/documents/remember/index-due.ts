import type { DocumentId, ProjectId, SessionId } from "@dialectic/contract";
import type { MemoryCtx } from "#memory";
import type { Database } from "#platform";
import { rememberText } from "./remember-text.ts";
import * as store from "./texts-due.store.ts";

type Scope = {
  projectId?: ProjectId | undefined;
  sessionId?: SessionId | undefined;
  documentId?: DocumentId | undefined;
};

/**
 * Indexes the words of all texts that were written or edited since the last call, and returns the number of texts. Their
 * vectors are computed in the background. Called before every search, so that a search covers all texts and generation never
 * waits for indexing.
 */
export async function indexDue(ctx: MemoryCtx, scope: Scope = {}): Promise<number> {
  const draft = scope.documentId && (await unread(ctx, scope.documentId));
  if (draft) await rememberText(ctx, draft, { drafts: true });
  const due = await ctx.db.tx((db) => store.selectTextsDue(db, scope), { single: true });
  for (const text of due) {
    await rememberText(ctx, text);
    await ctx.db.tx((db) => store.deleteMarks(db, text), { single: true });
  }
  return due.length;
}

const unread = (ctx: MemoryCtx, documentId: DocumentId) =>
  ctx.db.tx((db) => store.selectUnread(db, documentId), { single: true });

/** A maintenance task: indexes the new and edited texts of all users. */
export async function indexAllDue(database: Database, { embedder }: Pick<MemoryCtx, "embedder">): Promise<number> {
  const owners = await database.asSystem(store.ownersWithTextsDue, { single: true });
  let texts = 0;
  for (const owner of owners) texts += await indexDue({ db: database.as(owner), embedder });
  return texts;
}
