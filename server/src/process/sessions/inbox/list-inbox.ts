import type { Inbox, InboxKind } from "@dialectic/contract";
import { readCursor, type UserDb } from "#platform";
import { toInboxItem } from "./describe-need.ts";
import * as store from "./inbox.store.ts";

/**
 * Everything that waits for the acting user, newest first. It is computed from the current rows, so an item disappears when
 * it is dealt with, and need not be marked as read.
 */
export async function listInbox(
  ctx: { db: UserDb },
  input: { kind?: InboxKind | undefined; limit: number; before?: string | undefined },
): Promise<Inbox> {
  const { kind = null, limit } = input;
  const before = readCursor(input.before) ?? null;
  // Requests one more item than wanted, to know whether there is another page.
  const page = await ctx.db.tx((db) => store.selectInbox(db, { kind, limit: limit + 1, before }), { single: true });
  const rows = page.rows.slice(0, limit);
  const last = rows.at(-1);
  return {
    items: rows.map(toInboxItem),
    counts: page.counts,
    total: Object.values(page.counts).reduce((sum, count) => sum + count, 0),
    next: last && page.rows.length > limit ? last.cursor : null,
  };
}
