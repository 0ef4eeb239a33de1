import type { Fact, FactEvent, FactId, FactStatus, ProjectId, UserId } from "@dialectic/contract";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables, Tx } from "#platform";

export type FactRow = Omit<Selectable<Tables["facts"]>, "id" | "project_id" | "status"> & {
  id: FactId;
  project_id: ProjectId;
  status: FactStatus;
  /** The name of the fact's item; null for a fact about the project. */
  item_name: string | null;
};

const itemName = sql`(select s.name from fact_subjects s where s.item_id = f.item_id)`;
const columns = sql`f.*, ${itemName} as item_name`;

const factsWhere = (condition: RawBuilder<unknown>) => sql<FactRow>`
  select ${columns} from facts f where ${condition} order by f.number`;

export async function findFact(db: Tx, id: FactId): Promise<FactRow | undefined> {
  return (await factsWhere(sql`f.id = ${id}`).execute(db)).rows[0];
}

/** One key of the project, or of one item. */
export type FactSlot = { key: string; itemId: string | null };

/** Facts about these keys, of the project and of any item, that are in one of these statuses. */
export async function factsOfKeys(
  db: Tx,
  input: { projectId: ProjectId; keys: readonly string[]; statuses: readonly FactStatus[] },
): Promise<FactRow[]> {
  if (input.keys.length === 0) return [];
  const { rows } = await factsWhere(sql`
    f.project_id = ${input.projectId} and f.key = any (${input.keys}::text[]) and f.status = any (${input.statuses}::text[])
  `).execute(db);
  return rows;
}

/**
 * Reads only the facts of the given slots, through an index, so that the cost depends neither on the number of items nor
 * on the history. `offset 0` stops the planner from joining all facts of the project to the slots, which it wrongly
 * estimates as cheaper.
 */
const inSlots = (projectId: ProjectId, slots: readonly FactSlot[], condition: RawBuilder<unknown>) => sql`
  select ${columns}
  from unnest(${slots.map(({ key }) => key)}::text[], ${slots.map(({ itemId }) => itemId)}::uuid[]) slot (key, item_id)
  cross join lateral (
    select own.* from facts own
    where own.project_id = ${projectId} and own.key = slot.key and own.item_id = slot.item_id and ${condition}
    union all
    select own.* from facts own
    where own.project_id = ${projectId} and own.key = slot.key and own.item_id is null and slot.item_id is null and ${condition}
    offset 0) f`;

/** Facts in these slots that are in one of these statuses. */
export async function factsOfSlots(
  db: Tx,
  { projectId, slots, statuses }: { projectId: ProjectId; slots: readonly FactSlot[]; statuses: readonly FactStatus[] },
): Promise<FactRow[]> {
  if (slots.length === 0) return [];
  const { rows } = await sql<FactRow>`
    ${inSlots(projectId, slots, sql`own.status = any (${statuses}::text[])`)}
    order by f.number`.execute(db);
  return rows;
}

/** Facts to compare with the values that a turn states. For list keys, reads only facts with one of these values. */
export async function factsToCompare(
  db: Tx,
  input: {
    projectId: ProjectId;
    single: readonly FactSlot[];
    list: readonly FactSlot[];
    canonicals: readonly string[];
    statuses: readonly FactStatus[];
  },
): Promise<FactRow[]> {
  const { projectId, single, list, canonicals, statuses } = input;
  const { rows } = await sql<FactRow>`
    ${inSlots(projectId, single, sql`own.status = any (${statuses}::text[])`)}
    union all
    ${inSlots(
      projectId,
      list,
      sql`own.is_list and own.status = any (${statuses}::text[])
        and md5(own.canonical) = any (array (select md5(c) from unnest(${canonicals}::text[]) c))`,
    )}
    order by number`.execute(db);
  return rows;
}

export async function factsOfProject(
  db: Tx,
  input: { projectId: ProjectId; statuses: readonly FactStatus[]; after?: number; limit?: number },
): Promise<FactRow[]> {
  const { rows } = await sql<FactRow>`
    select ${columns} from facts f
    where f.project_id = ${input.projectId} and f.status = any (${input.statuses}::text[]) and f.number > ${input.after ?? 0}
    order by f.number
    limit ${input.limit ?? null}`.execute(db);
  return rows;
}

/**
 * Accepted facts of the project and of these items, for the extractor's prompt. Facts of single-valued keys come first,
 * then list values; each group is sorted from newest to oldest.
 */
export async function acceptedInScope(
  db: Tx,
  input: { projectId: ProjectId; itemIds: readonly string[]; limit: number },
): Promise<FactRow[]> {
  const { rows } = await sql<FactRow>`
    select ${columns} from facts f
    where f.project_id = ${input.projectId} and f.status = 'accepted'
      and (f.item_id is null or f.item_id = any (${input.itemIds}::uuid[]))
    order by f.is_list, f.number desc
    limit ${input.limit}`.execute(db);
  return rows;
}

export async function factsOfItem(
  db: Tx,
  { itemId, statuses }: { itemId: string; statuses: readonly FactStatus[] },
): Promise<FactRow[]> {
  const { rows } = await factsWhere(sql`f.item_id = ${itemId} and f.status = any (${statuses}::text[])`).execute(db);
  return rows;
}

export type FactFilter = {
  status?: FactStatus | undefined;
  scope?: Fact["scope"] | undefined;
  source?: Fact["source"] | undefined;
  key?: string | undefined;
  /** A fact matches if each word occurs in its key, statement or quote, or in the name of its item. */
  words: readonly string[];
};

/**
 * One page of the matching facts. `after` is the last number of the previous page, whether numbers ascend or descend.
 */
export async function factsMatching(
  db: Tx,
  input: { projectId: ProjectId; filter: FactFilter; order: "oldest" | "newest"; after: number | null; limit: number },
): Promise<FactRow[]> {
  const { status, scope, source, key, words } = input.filter;
  const isNewest = input.order === "newest";
  const conditions = [
    sql`f.project_id = ${input.projectId}`,
    ...(input.after === null ? [] : [isNewest ? sql`f.number < ${input.after}` : sql`f.number > ${input.after}`]),
    ...(status ? [sql`f.status = ${status}`] : []),
    ...(scope ? [sql`f.scope = ${scope}`] : []),
    ...(source ? [sql`f.source_kind = ${source}`] : []),
    ...(key ? [sql`f.key = ${key}`] : []),
    ...words.map(
      (word) =>
        sql`position(${word.toLowerCase()} in lower(concat_ws(' ', f.key, f.statement, f.quote, ${itemName}))) > 0`,
    ),
  ];
  const { rows } = await sql<FactRow>`
    select ${columns} from facts f
    where ${sql.join(conditions, sql` and `)}
    order by f.number ${isNewest ? sql`desc` : sql`asc`}
    limit ${input.limit}`.execute(db);
  return rows;
}

export async function countByStatus(db: Tx, projectId: ProjectId): Promise<{ status: FactStatus; count: number }[]> {
  const { rows } = await sql<{ status: FactStatus; count: number }>`
    select status, count(*)::int as count from facts where project_id = ${projectId} group by status`.execute(db);
  return rows;
}

/** Facts sorted by how many of these words they contain (`hits`), then newest first. */
export async function factsByWords(
  db: Tx,
  input: { projectId: ProjectId; words: readonly string[]; statuses: readonly FactStatus[]; limit: number },
): Promise<(FactRow & { hits: number })[]> {
  const { rows } = await sql<FactRow & { hits: number }>`
    select ${columns}, said.hits
    from facts f
    cross join lateral (
      select count(*)::int as hits
      from unnest(${[...input.words]}::text[]) word
      where position(word in lower(concat_ws(' ', f.key, f.statement, f.quote, ${itemName}))) > 0) said
    where f.project_id = ${input.projectId} and f.status = any (${[...input.statuses]}::text[])
    order by said.hits desc, f.number desc
    limit ${input.limit}`.execute(db);
  return rows;
}

/** Facts by id, sorted by number. */
export async function factsById(db: Tx, ids: readonly FactId[]): Promise<FactRow[]> {
  if (ids.length === 0) return [];
  return (await factsWhere(sql`f.id = any (${ids}::uuid[])`).execute(db)).rows;
}

/** The facts that were accepted at a given time, according to the newest event up to that time. */
export async function factsAt(db: Tx, input: { projectId: ProjectId; at: Date }): Promise<FactRow[]> {
  const { rows } = await sql<FactRow>`
    select ${columns}
    from (
      select distinct on (fact_id) fact_id, to_status
      from fact_events
      where project_id = ${input.projectId} and at <= ${input.at}
      order by fact_id, seq desc) stood
    join facts f on f.id = stood.fact_id
    where stood.to_status = 'accepted'
    order by f.number`.execute(db);
  return rows;
}

/** The facts that this fact replaced, directly or indirectly, newest first. */
export async function supersededChain(db: Tx, id: FactId): Promise<FactRow[]> {
  const { rows } = await sql<FactRow>`
    with recursive chain as (
      select f.supersedes as id, 1 as distance from facts f where f.id = ${id}
      union
      select f.supersedes, chain.distance + 1 from chain join facts f on f.id = chain.id where chain.distance < 1000)
    select ${columns}
    from (select id, min(distance) as distance from chain where id is not null and id <> ${id} group by id) chain
    join facts f on f.id = chain.id
    order by chain.distance`.execute(db);
  return rows;
}

/** A fact as it is first recorded. */
export type NewFact = Pick<
  FactRow,
  | "id"
  | "number"
  | "scope"
  | "item_id"
  | "key"
  | "is_list"
  | "value_type"
  | "value"
  | "canonical"
  | "statement"
  | "status"
  | "source_kind"
  | "confidence"
  | "review_reason"
  | "conflicts_with"
  | "supersedes"
> & {
  evidence: { bundle_id: string; quote: string; quote_start: number; quote_end: number; section: string } | null;
  parse_run_id: string | null;
};

export async function insertFacts(
  db: Tx,
  { projectId, ownerId, facts }: { projectId: ProjectId; ownerId: UserId; facts: readonly NewFact[] },
): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map(({ evidence, ...fact }) => ({
    ...fact,
    ...evidence,
    needs_review: fact.review_reason !== null,
    project_id: projectId,
    owner_id: ownerId,
  }));
  await sql`
    insert into facts (id, owner_id, project_id, number, scope, item_id, key, is_list, value_type, value, canonical, statement,
      status, source_kind, confidence, needs_review, review_reason, bundle_id, parse_run_id, quote, quote_start, quote_end,
      section, supersedes, conflicts_with)
    select id, owner_id, project_id, number, scope, item_id, key, is_list, value_type, value, canonical, statement,
      status, source_kind, confidence, needs_review, review_reason, bundle_id, parse_run_id, quote, quote_start, quote_end,
      section, supersedes, conflicts_with
    from jsonb_populate_recordset(null::facts, ${JSON.stringify(rows)}::text::jsonb)`.execute(db);
}

export type EventEvidence = NonNullable<FactEvent["evidence"]>;

/** An event of a fact. Inserting it changes the fact's status; `seq` continues the ledger's revision. */
export type NewFactEvent = {
  seq: bigint;
  factId: FactId;
  act: FactEvent["act"];
  by: FactEvent["by"];
  from: FactStatus | null;
  to: FactStatus;
  reason: string;
  evidence?: EventEvidence | null | undefined;
  supersedes?: FactId | null | undefined;
  undoes?: bigint | null | undefined;
};

export async function insertEvents(
  db: Tx,
  input: { projectId: ProjectId; ownerId: UserId; action: bigint; events: readonly NewFactEvent[] },
): Promise<void> {
  if (input.events.length === 0) return;
  const rows = input.events.map((event) => ({
    seq: Number(event.seq),
    fact_id: event.factId,
    act: event.act,
    by: event.by,
    from_status: event.from,
    to_status: event.to,
    reason: event.reason,
    evidence: event.evidence ?? null,
    supersedes: event.supersedes ?? null,
    undoes: event.undoes == null ? null : Number(event.undoes),
  }));
  await sql`
    insert into fact_events (project_id, owner_id, action, seq, fact_id, act, by, from_status, to_status, reason, evidence, supersedes, undoes)
    select ${input.projectId}, ${input.ownerId}, ${input.action}, seq, fact_id, act, by, from_status, to_status, reason,
      case when jsonb_typeof(evidence) = 'object' then evidence end, supersedes, undoes
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given (seq bigint, fact_id uuid, act text, by text, from_status text, to_status text, reason text, evidence jsonb, supersedes uuid, undoes bigint)
    order by seq`.execute(db);
}

/** An event, with the number and statement of its fact. The statement begins with the name of the fact's item. */
export type FactEventRow = Selectable<Tables["fact_events"]> & Pick<FactRow, "number" | "statement">;

const statement = sql`coalesce(${itemName} || ': ', '') || f.statement as statement`;

const eventsWhere = (condition: RawBuilder<unknown>) => sql<FactEventRow>`
  select e.*, f.number, ${statement}
  from fact_events e
  join facts f on f.id = e.fact_id
  where ${condition}
  order by e.seq`;

export async function eventsOfFacts(db: Tx, ids: readonly FactId[]): Promise<FactEventRow[]> {
  return (await eventsWhere(sql`e.fact_id = any (${ids}::uuid[])`).execute(db)).rows;
}

export async function eventsOfAction(
  db: Tx,
  { projectId, action }: { projectId: ProjectId; action: bigint },
): Promise<FactEventRow[]> {
  const { rows } = await eventsWhere(sql`e.project_id = ${projectId} and e.action = ${action}`).execute(db);
  return rows;
}

/** The newest events of a project, the newest first. */
export async function recentEvents(
  db: Tx,
  { projectId, before, limit }: { projectId: ProjectId; before: bigint | null; limit: number },
): Promise<FactEventRow[]> {
  const { rows } = await sql<FactEventRow>`
    select e.*, f.number, ${statement}
    from fact_events e
    join facts f on f.id = e.fact_id
    where e.project_id = ${projectId} and (${before}::bigint is null or e.seq < ${before}::bigint)
    order by e.seq desc
    limit ${limit}`.execute(db);
  return rows;
}

/** The newest action of a person that was not undone and is not an undo itself. */
export async function lastUndoable(db: Tx, projectId: ProjectId): Promise<bigint | undefined> {
  const { rows } = await sql<{ action: bigint }>`
    select e.action
    from fact_events e
    where e.project_id = ${projectId} and e.by = 'user' and e.act <> 'undo'
      and not exists (
        select from fact_events u where u.project_id = e.project_id and u.undoes = e.action)
    order by e.seq desc
    limit 1`.execute(db);
  return rows[0]?.action;
}
