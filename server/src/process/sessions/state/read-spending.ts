import type { StatementGroup, StatementGrouping, StatementSums } from "@dialectic/contract";
import { type StatementFilter, statement, toSums } from "#wallet";
import type { SessionsCtx } from "../ctx.ts";
import { selectSubjectNames } from "./subject-names.store.ts";

/**
 * The acting user's spending, with the names of the things that the money was spent on. The wallet stores only ids, because
 * its entries outlive these things.
 */
export async function readSpending(
  ctx: SessionsCtx,
  input: { groupBy: StatementGrouping; filter: StatementFilter; limit: number; after?: string | undefined },
): Promise<{ groups: StatementGroup[]; total: StatementSums; next: string | null }> {
  const { after, ...wanted } = input;
  const { groups, total, next } = await statement(ctx, { ...wanted, ...(after !== undefined && { after }) });
  const ids = groups.flatMap(({ key }) => key ?? []);
  const names = await ctx.db.tx((db) => selectSubjectNames(db, { of: input.groupBy, ids }));
  const isOwnName = input.groupBy === "stage" || input.groupBy === "model";
  return {
    groups: groups.map((group) => ({
      key: group.key,
      label: isOwnName ? group.key : (names.get(group.key ?? "") ?? null),
      ...toSums(group),
    })),
    total: toSums(total),
    next,
  };
}
