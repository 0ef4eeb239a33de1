import type { JobId, ProjectId, SessionId } from "@dialectic/contract";
import type { UserDb } from "#platform";
import type { ExchangeId } from "./scope.ts";
import * as store from "./statement.store.ts";

/** By what a statement can be read. A document is the chain of jobs that wrote it. */
export type StatementGrouping = "project" | "session" | "stage" | "document" | "exchange" | "model";

/** Only what is for these; null: only what is for none. */
export type StatementFilter = {
  project?: ProjectId | null | undefined;
  session?: SessionId | null | undefined;
  stage?: string | null | undefined;
  document?: JobId | null | undefined;
  exchange?: ExchangeId | null | undefined;
  model?: string | null | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
};

export type StatementSums = {
  /** Calls that were charged or lost. */
  calls: number;
  /** What left the wallet, refunds taken off. Of this: `lost` for lost answers, `estimated` without reported usage. */
  paid: bigint;
  lost: bigint;
  estimated: bigint;
  refunded: bigint;
  /** What was used above what had been held: not paid by the wallet. */
  overrun: bigint;
};

export type StatementGroup = StatementSums & { key: string | null };

/** One transaction: what it was for and its entries. */
export type StatementLine = {
  id: bigint;
  at: Date;
  kind: "top-up" | "charge" | "loss" | "refund" | "recovery";
  memo: string;
  estimated: boolean;
  /** The transaction this one takes back. */
  reverses: bigint | null;
  callKey: string | null;
  projectId: ProjectId | null;
  sessionId: SessionId | null;
  stage: string | null;
  chainId: JobId | null;
  exchangeId: ExchangeId | null;
  model: string | null;
  entries: { account: "wallet" | "funding" | "spent" | "loss" | "overrun"; amount: bigint }[];
};

/** What the acting user's money went to, group by group in the order of their keys, and in all. Top-ups are not in it. */
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

/** The transactions behind an amount (with its filter), newest first; top-ups, too, unless something is filtered by. */
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
