import { FactValue, ItemStatus, LineKind } from "@dialectic/contract";
import { z } from "zod";
import * as v from "./values.ts";

/** Rows of items. Optional columns have a default in the database. */

const key = v.text(200).regex(/^item\.[a-z]+\.[a-z0-9_]+$/, "must be item.block.name");
const name = v
  .text(200)
  .min(1)
  .refine((text) => text === text.trim(), "must not begin or end with white space");
const number = v.number(2_000_000_000);
const amount = z.number().min(0).max(1e12);

export const items = {
  id: v.ref("project_items"),
  project_id: v.ref("projects"),
  name,
  status: ItemStatus.optional(),
  merged_into: v.ref("project_items").nullish(),
  created_at: v.moment.optional(),
};

const id = z.union([v.ref("[a-z_]+"), z.uuid()]);
/** An item's id and a key, which together identify an override or a link. */
const idAndKey = z
  .string()
  .max(300)
  .regex(/^(\{\{project_items\/\d{1,7}\/[0-9a-f]{8}\}\}|[0-9a-f-]{36}) \S+$/);
const value = z.union([FactValue, z.array(FactValue).max(1_000)]);
const currency = z.string().regex(/^[A-Z]{3}$/);

/** Undoing an event restores the state before the event, so each state has the columns of its row. */
const states = {
  item: z.strictObject({ name, status: ItemStatus, mergedInto: v.ref("project_items").nullable() }),
  override: z.strictObject({
    value: value.nullable(),
    text: v.sentences,
    reason: v.text(20_000),
    stated: z.array(id).max(1_000),
    replaced: z.array(id).max(1_000),
    setAt: v.moment,
  }),
  line: z.strictObject({
    itemId: v.ref("project_items"),
    kind: LineKind,
    name,
    quantity: amount.positive().nullable(),
    unit: v.text(40).min(1).nullable(),
    unitPrice: amount.nullable(),
    currency: currency.nullable(),
    catalogueId: z.uuid().nullable(),
    position: number,
  }),
  link: z.strictObject({ catalogueId: z.uuid() }),
};
const changed = <State extends z.ZodType>(state: State) => ({ before: state.nullable(), after: state.nullable() });
const change = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("item"), id: v.ref("project_items"), ...changed(states.item) }),
  z.strictObject({ kind: z.literal("override"), id: idAndKey, ...changed(states.override) }),
  z.strictObject({ kind: z.literal("line"), id, ...changed(states.line) }),
  z.strictObject({ kind: z.literal("link"), id: idAndKey, ...changed(states.link) }),
]);

export const itemEvents = {
  project_id: v.ref("projects"),
  seq: number,
  item_id: v.ref("project_items"),
  act: z.enum([
    "create",
    "rename",
    "archive",
    "restore",
    "merge",
    "override",
    "clear",
    "add-line",
    "change-line",
    "remove-line",
    "link",
    "unlink",
    "undo",
  ]),
  reason: v.text(20_000),
  changes: v.json(z.array(change).max(10_000)),
  fact_action: number.nullish(),
  undoes: number.nullish(),
  at: v.moment.optional(),
};

export const itemOverrides = {
  project_id: v.ref("projects"),
  item_id: v.ref("project_items"),
  key,
  value: v.json(value).nullish(),
  text: v.sentences,
  reason: v.text(20_000),
  set_at: v.moment,
};

export const itemLines = {
  id: v.ref("item_lines"),
  project_id: v.ref("projects"),
  item_id: v.ref("project_items"),
  kind: LineKind,
  name,
  quantity: amount.positive().nullish(),
  unit: v.text(40).min(1).nullish(),
  unit_price: amount.nullish(),
  currency: currency.nullish(),
  position: number,
  created_at: v.moment.optional(),
};
