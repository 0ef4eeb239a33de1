import type { ItemId, ItemStatus, ProjectId, UserId } from "@dialectic/contract";
import { type Selectable, sql } from "kysely";
import type { Tables, Tx } from "#platform";

export type ItemRow = Omit<
  Selectable<Tables["project_items"]>,
  "id" | "project_id" | "status" | "owner_id" | "merged_into" | "first_word"
> & {
  id: ItemId;
  project_id: ProjectId;
  owner_id: UserId;
  status: ItemStatus;
  merged_into: ItemId | null;
};

export async function findItemRow(db: Tx, id: ItemId): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`select i.* from project_items i where i.id = ${id}`.execute(db);
  return rows[0];
}

/** The items of a project that are in one of these statuses, sorted by name, ignoring case. */
export async function itemsOfProject(
  db: Tx,
  { projectId, statuses }: { projectId: ProjectId; statuses: readonly ItemStatus[] },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.* from project_items i
    where i.project_id = ${projectId} and i.status = any (${statuses}::text[])
    order by name_key(i.name) collate "C", i.id`.execute(db);
  return rows;
}

/**
 * The items with these ids, in any status, and the live items whose name begins with one of these words, sorted by
 * name.
 */
export async function itemsMentioned(
  db: Tx,
  { projectId, ids, words }: { projectId: ProjectId; ids: readonly string[]; words: readonly string[] },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select * from (
      select i.* from project_items i where i.project_id = ${projectId} and i.id = any (${ids}::uuid[])
      union
      select i.* from project_items i
      where i.project_id = ${projectId} and i.status = 'live' and i.first_word = any (${words}::text[])) i
    order by name_key(i.name) collate "C", i.id`.execute(db);
  return rows;
}

export async function insertItem(
  db: Tx,
  item: { id: ItemId; projectId: ProjectId; ownerId: UserId; name: string },
): Promise<void> {
  await sql`
    insert into project_items (id, project_id, owner_id, name)
    values (${item.id}, ${item.projectId}, ${item.ownerId}, ${item.name})`.execute(db);
}

export type ItemEventRow = Selectable<Tables["item_events"]>;

export async function insertItemEvent(
  db: Tx,
  event: {
    projectId: ProjectId;
    ownerId: UserId;
    seq: bigint;
    itemId: ItemId;
    act: string;
    reason: string;
    changes: unknown;
    factAction: number | null;
    undoes: bigint | null;
  },
): Promise<void> {
  await sql`
    insert into item_events (project_id, owner_id, seq, item_id, act, reason, changes, fact_action, undoes)
    values (${event.projectId}, ${event.ownerId}, ${event.seq}, ${event.itemId}, ${event.act}, ${event.reason},
      ${JSON.stringify(event.changes)}::text::jsonb, ${event.factAction}, ${event.undoes})`.execute(db);
}

/** The number of the newest item event. The caller holds the ledger's lock, so the next number is free. */
export async function newestSeq(db: Tx, projectId: ProjectId): Promise<bigint> {
  const { rows } = await sql<{ seq: bigint }>`
    select seq from item_events where project_id = ${projectId} order by seq desc limit 1`.execute(db);
  return rows[0]?.seq ?? 0n;
}

export async function findEvent(
  db: Tx,
  { projectId, seq }: { projectId: ProjectId; seq: bigint },
): Promise<ItemEventRow | undefined> {
  const { rows } = await sql<ItemEventRow>`
    select e.* from item_events e where e.project_id = ${projectId} and e.seq = ${seq}`.execute(db);
  return rows[0];
}

export async function findEventByAction(
  db: Tx,
  { projectId, factAction }: { projectId: ProjectId; factAction: bigint },
): Promise<ItemEventRow | undefined> {
  const { rows } = await sql<ItemEventRow>`
    select e.* from item_events e where e.project_id = ${projectId} and e.fact_action = ${factAction}`.execute(db);
  return rows[0];
}

/**
 * The newest change that was not undone and is not an undo itself. The creation of an item is left out, because it
 * cannot be undone: the item can only be archived.
 */
export async function lastUndoable(db: Tx, projectId: ProjectId): Promise<ItemEventRow | undefined> {
  const { rows } = await sql<ItemEventRow>`
    select e.* from item_events e
    where e.project_id = ${projectId} and e.act not in ('undo', 'create')
      and not exists (select from item_events u where u.project_id = e.project_id and u.undoes = e.seq)
    order by e.seq desc
    limit 1`.execute(db);
  return rows[0];
}

/** The newest events of a project, or of one item. */
export async function recentItemEvents(
  db: Tx,
  input: { projectId: ProjectId; itemId?: ItemId; before: number | null; limit: number },
): Promise<ItemEventRow[]> {
  const { rows } = await sql<ItemEventRow>`
    select e.* from item_events e
    where e.project_id = ${input.projectId} and (${input.itemId ?? null}::uuid is null or e.item_id = ${input.itemId ?? null})
      and (${input.before}::bigint is null or e.seq < ${input.before})
    order by e.seq desc
    limit ${input.limit}`.execute(db);
  return rows;
}

/** Lets this transaction undo facts that belong to a change to an item (`check_item_undo`). */
export async function allowFactUndo(db: Tx): Promise<void> {
  await sql`select set_config('dialectic.undoing_item', 'yes', true)`.execute(db);
}
