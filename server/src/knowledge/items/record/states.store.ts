import type { ItemId, ProjectId, UserId } from "@dialectic/contract";
import { FactValue, ItemStatus, LineKind } from "@dialectic/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "#platform";

/** The states that item events record before and after a change, for each kind of row. */
export const states = {
  item: z.object({ name: z.string(), status: ItemStatus, mergedInto: z.uuid().nullable() }),
  override: z.object({
    value: z.union([FactValue, z.array(FactValue), z.null()]),
    text: z.string(),
    reason: z.string(),
    stated: z.array(z.uuid()),
    replaced: z.array(z.uuid()),
    setAt: z.string(),
  }),
  line: z.object({
    itemId: z.uuid(),
    kind: LineKind,
    name: z.string(),
    quantity: z.number().nullable(),
    unit: z.string().nullable(),
    unitPrice: z.number().nullable(),
    currency: z.string().nullable(),
    catalogueId: z.uuid().nullable(),
    position: z.int(),
  }),
  link: z.object({ catalogueId: z.uuid() }),
};
export type StateKind = keyof typeof states;
export type State<Kind extends StateKind> = z.infer<(typeof states)[Kind]>;
type Owned = { projectId: ProjectId; ownerId: UserId };

/**
 * Reads and writes the rows of one kind as states. The id of an override is the item's id, a space and the key; the id
 * of a link is the item's id, a space and the id of the catalogue entry.
 */
type Rows<Kind extends StateKind> = {
  read(db: Tx, id: string): Promise<unknown>;
  write(db: Tx, input: Owned & { id: string; state: State<Kind> }): Promise<void>;
  remove(db: Tx, id: string): Promise<void>;
};

export const splitId = (id: string): { itemId: ItemId; own: string } => {
  const [itemId = "", own = ""] = id.split(" ");
  return { itemId: itemId as ItemId, own }; // safe: this module composed the id
};

const item: Rows<"item"> = {
  async read(db, id) {
    const { rows } = await sql`
      select name, status, merged_into as "mergedInto" from project_items where id = ${id}`.execute(db);
    return rows[0] ?? null;
  },
  async write(db, { id, state, projectId }) {
    await sql`
      update project_items set name = ${state.name}, status = ${state.status}, merged_into = ${state.mergedInto}
      where id = ${id} and project_id = ${projectId}`.execute(db);
  },
  async remove() {
    throw new Error("Items are archived, never removed.");
  },
};

const override: Rows<"override"> = {
  async read(db, id) {
    const { itemId, own: key } = splitId(id);
    const { rows } = await sql<State<"override">>`
      select value, text, reason, stated, replaced,
        to_char(set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "setAt"
      from item_overrides where item_id = ${itemId} and key = ${key}`.execute(db);
    return rows[0] ?? null;
  },
  async write(db, { id, state, projectId, ownerId }) {
    const { itemId, own: key } = splitId(id);
    await sql`
      insert into item_overrides (project_id, owner_id, item_id, key, value, text, reason, stated, replaced, set_at)
      values (${projectId}, ${ownerId}, ${itemId}, ${key}, nullif(${JSON.stringify(state.value)}::text::jsonb, 'null'), ${state.text},
        ${state.reason}, ${state.stated}::uuid[], ${state.replaced}::uuid[], ${state.setAt}::timestamptz)
      on conflict (item_id, key) do update
      set value = excluded.value, text = excluded.text, reason = excluded.reason, stated = excluded.stated,
        replaced = excluded.replaced, set_at = excluded.set_at`.execute(db);
  },
  async remove(db, id) {
    const { itemId, own: key } = splitId(id);
    await sql`delete from item_overrides where item_id = ${itemId} and key = ${key}`.execute(db);
  },
};

const line: Rows<"line"> = {
  async read(db, id) {
    const { rows } = await sql`
      select item_id as "itemId", kind, name, quantity::float8 as quantity, unit, unit_price::float8 as "unitPrice", currency,
        catalogue_id as "catalogueId", position
      from item_lines where id = ${id}`.execute(db);
    return rows[0] ?? null;
  },
  async write(db, { id, state, projectId, ownerId }) {
    await sql`
      insert into item_lines (id, project_id, owner_id, item_id, kind, name, quantity, unit, unit_price, currency, catalogue_id, position)
      values (${id}, ${projectId}, ${ownerId}, ${state.itemId}, ${state.kind}, ${state.name}, ${state.quantity}, ${state.unit},
        ${state.unitPrice}, ${state.currency}, ${state.catalogueId}, ${state.position})
      on conflict (id) do update
      set item_id = excluded.item_id, kind = excluded.kind, name = excluded.name, quantity = excluded.quantity, unit = excluded.unit,
        unit_price = excluded.unit_price, currency = excluded.currency, catalogue_id = excluded.catalogue_id,
        position = excluded.position
      where item_lines.project_id = excluded.project_id`.execute(db);
  },
  async remove(db, id) {
    await sql`delete from item_lines where id = ${id}`.execute(db);
  },
};

const link: Rows<"link"> = {
  async read(db, id) {
    const { itemId, own: catalogueId } = splitId(id);
    const { rows } = await sql`
      select catalogue_id as "catalogueId" from catalogue_links
      where item_id = ${itemId} and catalogue_id = ${catalogueId}`.execute(db);
    return rows[0] ?? null;
  },
  async write(db, { id, state, projectId, ownerId }) {
    const { itemId } = splitId(id);
    await sql`
      insert into catalogue_links (project_id, owner_id, item_id, catalogue_id)
      values (${projectId}, ${ownerId}, ${itemId}, ${state.catalogueId})
      on conflict do nothing`.execute(db);
  },
  async remove(db, id) {
    const { itemId, own: catalogueId } = splitId(id);
    await sql`delete from catalogue_links where item_id = ${itemId} and catalogue_id = ${catalogueId}`.execute(db);
  },
};

const rowsOf: { [Kind in StateKind]: Rows<Kind> } = { item, override, line, link };

export async function readState<Kind extends StateKind>(db: Tx, kind: Kind, id: string): Promise<State<Kind> | null> {
  const found = await rowsOf[kind].read(db, id);
  return found === null ? null : (states[kind].parse(found) as State<Kind>);
}

/** Writes a state to its row; null removes the row. */
export async function writeState<Kind extends StateKind>(
  db: Tx,
  { kind, state, ...place }: Owned & { kind: Kind; id: string; state: State<Kind> | null },
): Promise<void> {
  if (state === null) await rowsOf[kind].remove(db, place.id);
  else await rowsOf[kind].write(db, { ...place, state });
}
