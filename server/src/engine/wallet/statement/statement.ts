import type { UserDb } from "#platform";
import * as store from "./statement.store.ts";
import type {
  StatementFilter,
  StatementGroup,
  StatementGrouping,
  StatementLine,
  StatementSums,
} from "./statement-types.ts";

/** The spending of the acting user, in groups ordered by key, and in total, without top-ups. */
export function statement(
  ctx: { db: UserDb },
  input: { groupBy: StatementGrouping; filter?: StatementFilter; limit: number; after?: string },
): Promise<{ groups: StatementGroup[]; next: string | null; total: StatementSums }> {
  const { groupBy, filter = {}, limit, after = null } = input;
  return ctx.db.tx(async (db) => {
    const groups = await store.selectGroups(db, { groupBy, filter, limit: limit + 1, after });
    const page = groups.slice(0, limit);
    const next = groups.length > limit ? (page.at(-1)?.key ?? "") : null;
    return { groups: page, next, total: await store.selectTotal(db, filter) };
  });
}

/** The transactions that match a filter, newest first. Without a filter by subject, top-ups are included. */
export function statementLines(
  ctx: { db: UserDb },
  input: { filter?: StatementFilter; limit: number; before?: bigint },
): Promise<{ lines: StatementLine[]; next: bigint | null }> {
  const { filter = {}, limit, before = null } = input;
  return ctx.db.tx(async (db) => {
    const lines = await store.selectLines(db, { filter, limit: limit + 1, before });
    const page = lines.slice(0, limit);
    return { lines: page, next: lines.length > limit ? (page.at(-1)?.id ?? null) : null };
  });
}
