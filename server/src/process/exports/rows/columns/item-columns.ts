import { FactValue, ItemStatus, LineKind } from "@dialectic/contract";
import { z } from "zod";
import * as v from "./values.ts";

/** Rows of items. What is optional here has a default in the database. */

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

const change = z.strictObject({
  kind: z.enum(["item", "override", "line", "link"]),
  id: z.string().max(300),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

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
  value: v.json(z.union([FactValue, z.array(FactValue).max(1_000)])).nullish(),
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
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish(),
  position: number,
  created_at: v.moment.optional(),
};
