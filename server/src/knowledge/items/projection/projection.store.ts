import type { FactId, ItemId, ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

type Owned = { projectId: ProjectId; ownerId: UserId };

/** One stored value of a field. Number 0 is the value that was set by hand. */
export type ValueRow = {
  itemId: ItemId;
  key: string;
  number: number;
  value: unknown;
  text: string;
  factId: FactId | null;
};

/** A value to remove; if the number is null, all values of the key that come from facts. */
export type RemovedValue = { itemId: string; key: string; number: number | null };

export async function writeValues(
  db: Tx,
  { projectId, ownerId, removed, values }: Owned & { removed: readonly RemovedValue[]; values: readonly ValueRow[] },
): Promise<void> {
  if (removed.length > 0) {
    // The condition on items looks redundant. Without it, the planner assumes that `r` has a hundred rows and reads the
    // whole table.
    await sql`
      delete from item_values v
      using jsonb_to_recordset(${JSON.stringify(removed)}::text::jsonb) as r ("itemId" uuid, key text, number int)
      where v.item_id = any (${[...new Set(removed.map(({ itemId }) => itemId))]}::uuid[])
        and v.item_id = r."itemId" and v.key = r.key and (v.number = r.number or r.number is null and v.number > 0)`.execute(
      db,
    );
  }
  if (values.length === 0) return;
  await sql`
    insert into item_values (project_id, owner_id, item_id, key, number, value, text, fact_id)
    select ${projectId}, ${ownerId}, "itemId", key, number, coalesce(value, 'null'), text, "factId"
    from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb)
      as given ("itemId" uuid, key text, number int, value jsonb, text text, "factId" uuid)
    on conflict (item_id, key, number) do update
    set value = excluded.value, text = excluded.text, fact_id = excluded.fact_id`.execute(db);
}

/** Raises `revision` and `edits` of projections, and creates missing projections. */
export async function raiseProjections(
  db: Tx,
  { projectId, ownerId, items }: Owned & { items: readonly { itemId: string; revision: bigint; edits: bigint }[] },
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    insert into item_projections (project_id, owner_id, item_id, revision, edits)
    select ${projectId}, ${ownerId}, item_id, revision, edits
    from unnest(${items.map(({ itemId }) => itemId)}::uuid[], ${items.map(({ revision }) => revision)}::bigint[],
      ${items.map(({ edits }) => edits)}::bigint[]) as given (item_id, revision, edits)
    on conflict (item_id) do update
    set revision = greatest(item_projections.revision, excluded.revision), edits = greatest(item_projections.edits, excluded.edits)`.execute(
    db,
  );
}

export async function deleteProjections(db: Tx, projectId: ProjectId): Promise<void> {
  await sql`delete from item_projections where project_id = ${projectId}`.execute(db);
}

/** For rebuilding: every item with the number of the newest event that changed one of its overrides. */
export async function itemsWithEdits(db: Tx, projectId: ProjectId): Promise<{ itemId: ItemId; edits: bigint }[]> {
  const { rows } = await sql<{ itemId: ItemId; edits: bigint }>`
    select i.id as "itemId", coalesce(max(e.seq), 0) as edits
    from project_items i
    left join (
      select e.seq, (split_part(c ->> 'id', ' ', 1))::uuid as item_id
      from item_events e
      cross join jsonb_array_elements(e.changes) c
      where e.project_id = ${projectId} and c ->> 'kind' = 'override') e on e.item_id = i.id
    where i.project_id = ${projectId}
    group by i.id`.execute(db);
  return rows;
}

/** For rebuilding: the newest event of each key of each item, from the whole history. */
export async function touchedKeys(
  db: Tx,
  projectId: ProjectId,
): Promise<{ key: string; itemId: string; seq: bigint }[]> {
  const { rows } = await sql<{ key: string; itemId: string; seq: bigint }>`
    select f.key, f.item_id as "itemId", max(e.seq) as seq
    from facts f
    join fact_events e on e.fact_id = f.id
    where f.project_id = ${projectId} and f.item_id is not null
    group by f.key, f.item_id`.execute(db);
  return rows;
}

export type OverrideRow = {
  itemId: ItemId;
  key: string;
  value: unknown;
  text: string;
  reason: string;
  stated: FactId[];
  setAt: Date;
};

const overridesWhere = (condition: ReturnType<typeof sql>) => sql<OverrideRow>`
  select item_id as "itemId", key, value, text, reason, stated, set_at as "setAt"
  from item_overrides where ${condition}
  order by item_id, key collate "C"`;

export async function overridesOf(db: Tx, itemId: ItemId): Promise<OverrideRow[]> {
  return (await overridesWhere(sql`item_id = ${itemId}`).execute(db)).rows;
}

export async function overridesOfProject(db: Tx, projectId: ProjectId): Promise<OverrideRow[]> {
  return (await overridesWhere(sql`project_id = ${projectId}`).execute(db)).rows;
}

/** The values in the projections of these items. */
export async function valuesOf(db: Tx, itemIds: readonly ItemId[]): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select item_id as "itemId", key, number, value, text, fact_id as "factId"
    from item_values where item_id = any (${itemIds}::uuid[])
    order by item_id, key collate "C", number`.execute(db);
  return rows;
}

export async function projectionsOf(
  db: Tx,
  itemIds: readonly ItemId[],
): Promise<{ itemId: ItemId; revision: bigint; edits: bigint }[]> {
  const { rows } = await sql<{ itemId: ItemId; revision: bigint; edits: bigint }>`
    select item_id as "itemId", revision, edits from item_projections where item_id = any (${itemIds}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** Counts the facts that wait for a decision, by item and key. */
export async function pendingOf(
  db: Tx,
  { projectId, itemIds }: { projectId: ProjectId; itemIds: readonly ItemId[] },
): Promise<{ itemId: ItemId; key: string; status: "conflict" | "proposed"; n: number }[]> {
  const { rows } = await sql<{ itemId: ItemId; key: string; status: "conflict" | "proposed"; n: number }>`
    select item_id as "itemId", key, status, count(*)::int as n
    from facts
    where project_id = ${projectId} and status in ('conflict', 'proposed') and item_id = any (${itemIds}::uuid[])
    group by item_id, key, status
    order by item_id, key collate "C", status`.execute(db);
  return rows;
}
