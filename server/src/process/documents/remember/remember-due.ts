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
 * Has memory read what was written or edited since it was last looked for, by words at once; vectors follow in the
 * background. Called before every search: a run does not pay for it, and whoever searches finds everything.
 * Answers how many texts there were.
 */
export async function rememberDue(ctx: MemoryCtx, scope: Scope = {}): Promise<number> {
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

/** The same for everybody, by a server that has time to spare. */
export async function rememberEverybodys(
  database: Database,
  { embedder }: Pick<MemoryCtx, "embedder">,
): Promise<number> {
  const owners = await database.asNobody(store.ownersWithTextsDue, { single: true });
  let texts = 0;
  for (const owner of owners) texts += await rememberDue({ db: database.as(owner), embedder });
  return texts;
}
