import {
  FactValue,
  type Item,
  type ItemField,
  type ItemId,
  type ItemOverride,
  type ItemStatus,
  type ProjectId,
} from "@dialectic/contract";
import { z } from "zod";
import { blockOf, type FactKey, readRegistry } from "#ledger";
import { AppError, type Tx, type UserDb } from "#platform";
import { nameKey } from "../catalogue/match/name-key.ts";
import { lineTotals } from "../lines/lines.store.ts";
import { findItemRow, type ItemRow, itemsOfProject } from "../record/items.store.ts";
import { rebuildProjections } from "./project-items.ts";
import * as store from "./projection.store.ts";

type Ctx = { db: UserDb };

/** The items of a project, sorted by name, with what is known about each. */
export async function listItems(
  ctx: Ctx,
  { projectId, status }: { projectId: ProjectId; status: ItemStatus },
): Promise<Item[]> {
  return ctx.db.tx(async (db) => {
    await readRegistry(db, projectId); // throws if there is no such project
    return describeItems(db, projectId, await itemsOfProject(db, { projectId, statuses: [status] }));
  });
}

export const getItem = (ctx: Ctx, { itemId }: { itemId: ItemId }): Promise<Item> =>
  ctx.db.tx((db) => readItem(db, itemId));

export async function readItem(db: Tx, itemId: ItemId): Promise<Item> {
  const row = await findItemRow(db, itemId);
  const [item] = row ? await describeItems(db, row.project_id, [row]) : [];
  if (!item) throw new AppError("not_found", `There is no item ${itemId}.`);
  return item;
}

/** Finds the item that a person means: by name (ignoring case), by id, or by the first characters of the id. */
export async function findItem(ctx: Ctx, { projectId, name }: { projectId: ProjectId; name: string }): Promise<Item> {
  return ctx.db.tx(async (db) => {
    await readRegistry(db, projectId);
    const rows = await itemsOfProject(db, { projectId, statuses: ["live", "archived", "merged"] });
    const wanted = nameKey(name);
    const named = rows.filter((row) => nameKey(row.name) === wanted);
    const live = named.filter(({ status }) => status === "live");
    const found = live.length > 0 ? live : named.length > 0 ? named : rows.filter(({ id }) => isBeginning(name, id));
    const [first, second] = found;
    if (!first) throw new AppError("not_found", `The project has no item "${name}".`);
    if (second)
      throw new AppError("invalid_input", `"${name}" matches ${found.length} items. Use the id of one of them.`);
    return readItem(db, first.id);
  });
}

const isBeginning = (typed: string, id: string): boolean => typed.length >= 4 && id.startsWith(typed.toLowerCase());

async function describeItems(db: Tx, projectId: ProjectId, rows: readonly ItemRow[]): Promise<Item[]> {
  const { registry } = await readRegistry(db, projectId);
  const itemIds = rows.map(({ id }) => id);
  let projections = await store.projectionsOf(db, itemIds);
  if (projections.length < rows.length) {
    await rebuildProjections(db, projectId);
    projections = await store.projectionsOf(db, itemIds);
  }
  const revisionOf = new Map(projections.map((one) => [one.itemId, one]));
  const overrides = (await store.overridesOfProject(db, projectId)).filter(({ itemId }) => itemIds.includes(itemId));
  const values = Map.groupBy(await store.valuesOf(db, itemIds), ({ itemId }) => itemId);
  const pending = Map.groupBy(await store.pendingOf(db, { projectId, itemIds }), ({ itemId }) => itemId);
  const totals = Map.groupBy(await lineTotals(db, itemIds), ({ itemId }) => itemId);
  const byPlace = new Map(overrides.map((one) => [`${one.itemId} ${one.key}`, toOverride(one)]));
  const itemKeys = [...registry.values()].filter(({ scope }) => scope === "item");
  return rows.map((row): Item => {
    const own = Map.groupBy(values.get(row.id) ?? [], ({ key }) => key);
    const waiting = Map.groupBy(pending.get(row.id) ?? [], ({ key }) => key);
    const fields = keysInOrder(itemKeys, [...own.keys(), ...waiting.keys()]).map(({ name, key }) =>
      toField(
        { name, key },
        {
          values: own.get(name) ?? [],
          override: byPlace.get(`${row.id} ${name}`) ?? null,
          pending: waiting.get(name) ?? [],
        },
      ),
    );
    const filled = new Set(fields.filter(({ source }) => source !== "default").map(({ key }) => key));
    const lines = totals.get(row.id) ?? [];
    return {
      id: row.id,
      projectId,
      name: row.name,
      status: row.status,
      mergedInto: row.merged_into,
      createdAt: row.created_at.toISOString(),
      revision: Number(revisionOf.get(row.id)?.revision ?? 0n),
      edits: Number(revisionOf.get(row.id)?.edits ?? 0n),
      fields,
      facts: fields.reduce((sum, { facts }) => sum + facts.length, 0),
      toReview: fields.reduce((sum, { conflicts, proposed }) => sum + conflicts + proposed, 0),
      questions: itemKeys.flatMap(({ key, question, isImportant }) =>
        isImportant && question && !filled.has(key) ? [{ key, question }] : [],
      ),
      lines: lines.reduce((sum, one) => sum + one.lines, 0),
      planned: lines.flatMap(({ currency, amount }) => (currency && amount !== null ? [{ currency, amount }] : [])),
    };
  });
}

/** Keys in the order of the registry, followed by keys that are no longer in it. */
function keysInOrder(registered: readonly FactKey[], used: readonly string[]) {
  const names = new Set(used);
  const known = registered.filter(({ key }) => names.has(key)).map((key) => ({ name: key.key, key }));
  for (const { name } of known) names.delete(name);
  return [...known, ...[...names].sort().map((name) => ({ name, key: undefined }))];
}

const Values = z.union([FactValue, z.array(FactValue), z.null()]);

const toOverride = (row: store.OverrideRow): ItemOverride => ({
  value: Values.parse(row.value),
  text: row.text,
  reason: row.reason,
  at: row.setAt.toISOString(),
  factIds: row.stated,
});

/** The field of a key that has no value. */
export const emptyField = (key: FactKey): ItemField =>
  toField({ name: key.key, key }, { values: [], override: null, pending: [] });

/** The field of one key: the value set by hand, else the accepted values, else no value. */
function toField(
  { name, key }: { name: string; key: FactKey | undefined },
  found: {
    values: readonly store.ValueRow[];
    override: ItemOverride | null;
    pending: readonly { status: "conflict" | "proposed"; n: number }[];
  },
): ItemField {
  const byHand = found.values.find(({ number }) => number === 0);
  const facts = found.values.flatMap(({ number, factId, value, text }) =>
    factId === null ? [] : [{ factId, number, value: FactValue.parse(value), text }],
  );
  const isList = key?.isList ?? facts.length > 1;
  const said = isList ? facts.map(({ value }) => value) : (facts[0]?.value ?? null);
  const count = (status: "conflict" | "proposed") => found.pending.find((one) => one.status === status)?.n ?? 0;
  return {
    key: name,
    label: key?.label ?? name,
    block: blockOf(name),
    valueType: key?.type ?? "string",
    isList,
    source: byHand ? "override" : facts.length > 0 ? "facts" : "default",
    value: byHand ? Values.parse(byHand.value) : facts.length > 0 ? said : isList ? [] : null,
    text: byHand ? byHand.text : facts.map(({ text }) => text).join(", "),
    facts,
    override: found.override,
    conflicts: count("conflict"),
    proposed: count("proposed"),
  };
}
