import { type RawBuilder, sql } from "kysely";
import { singleRow, type Tx } from "#platform";
import type {
  StatementFilter,
  StatementGroup,
  StatementGrouping,
  StatementLine,
  StatementSums,
} from "./statement-types.ts";

const columns = {
  project: sql`t.project_id`,
  session: sql`t.session_id`,
  stage: sql`t.stage`,
  document: sql`t.chain_id`,
  exchange: sql`t.exchange_id`,
  model: sql`t.model`,
} as const satisfies Record<StatementGrouping, RawBuilder<unknown>>;

const groupings: StatementGrouping[] = ["project", "session", "stage", "document", "exchange", "model"];

function conditions(filter: StatementFilter): RawBuilder<unknown> {
  const wanted = groupings.flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    return value === null ? [sql`${columns[name]} is null`] : [sql`${columns[name]} = ${value}`];
  });
  // A top-up has no subject, but any filter by subject excludes it, even a filter for entries without a subject.
  const spendingOnly = wanted.length > 0 ? [sql`t.kind <> 'top-up'`] : [];
  const since = filter.from ? [sql`t.at >= ${filter.from.toISOString()}::timestamptz`] : [];
  const until = filter.until ? [sql`t.at < ${filter.until.toISOString()}::timestamptz`] : [];
  return sql.join(
    [sql`t.owner_id = acting_user() and t.entry_count > 0`, ...wanted, ...spendingOnly, ...since, ...until],
    sql` and `,
  );
}

/** Sums are read as text, because the sum of many entries may exceed the range of `bigint`. */
type SumsRow = { [Key in keyof StatementSums]: Key extends "calls" ? number : string };

const sums = sql`
  (count(distinct t.id) filter (where t.kind in ('charge', 'loss')) - count(distinct t.id) filter (where t.kind = 'recovery'))::int as calls,
  coalesce(-sum(e.amount) filter (where e.account = 'wallet'), 0)::text as paid,
  coalesce(sum(e.amount) filter (where e.account = 'loss'), 0)::text as lost,
  coalesce(-sum(e.amount) filter (where e.account = 'wallet' and t.estimated), 0)::text as estimated,
  coalesce(sum(e.amount) filter (where e.account = 'wallet' and t.kind = 'refund'), 0)::text as refunded,
  coalesce(-sum(e.amount) filter (where e.account = 'overrun'), 0)::text as overrun`;

const toSums = (row: SumsRow): StatementSums => ({
  calls: row.calls,
  paid: BigInt(row.paid),
  lost: BigInt(row.lost),
  estimated: BigInt(row.estimated),
  refunded: BigInt(row.refunded),
  overrun: BigInt(row.overrun),
});

const spending = (filter: StatementFilter) => sql`
  from wallet_transactions t
  join wallet_entries e on e.transaction_id = t.id
  where t.kind <> 'top-up' and ${conditions(filter)}`;

/** Groups are ordered by key; the group of entries without a key comes first. */
export async function selectGroups(
  db: Tx,
  input: { groupBy: StatementGrouping; filter: StatementFilter; limit: number; after: string | null },
): Promise<StatementGroup[]> {
  const key = columns[input.groupBy];
  const { rows } = await sql<SumsRow & { key: string | null }>`
    select ${key}::text as key, ${sums}
    ${spending(input.filter)} and (${input.after}::text is null or coalesce(${key}::text, '') collate "C" > ${input.after}::text)
    group by ${key}
    order by coalesce(${key}::text, '') collate "C"
    limit ${input.limit}`.execute(db);
  return rows.map((row) => ({ key: row.key, ...toSums(row) }));
}

export async function selectTotal(db: Tx, filter: StatementFilter): Promise<StatementSums> {
  const { rows } = await sql<SumsRow>`select ${sums} ${spending(filter)}`.execute(db);
  return toSums(singleRow(rows));
}

type LineRow = Omit<StatementLine, "entries"> & {
  entries: { account: StatementLine["entries"][number]["account"]; amount: string }[];
};

export async function selectLines(
  db: Tx,
  input: { filter: StatementFilter; limit: number; before: bigint | null },
): Promise<StatementLine[]> {
  const { rows } = await sql<LineRow>`
    select t.id, t.at, t.kind, t.memo, t.estimated, t.reverses, t.call_key as "callKey", t.project_id as "projectId",
      t.session_id as "sessionId", t.stage, t.chain_id as "chainId", t.exchange_id as "exchangeId", t.model,
      (select jsonb_agg(jsonb_build_object('account', e.account, 'amount', e.amount::text) order by e.amount, e.account)
       from wallet_entries e where e.transaction_id = t.id) as entries
    from wallet_transactions t
    where ${conditions(input.filter)} and (${input.before}::bigint is null or t.id < ${input.before}::bigint)
    order by t.id desc
    limit ${input.limit}`.execute(db);
  return rows.map((row) => ({
    ...row,
    entries: row.entries.map(({ account, amount }) => ({ account, amount: BigInt(amount) })),
  }));
}
