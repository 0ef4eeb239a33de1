import { z } from "zod";
import { Fact, FactValue, FactValueType, FactWhy } from "./facts.ts";
import { CatalogueId, FactId, ItemId, LineId, ProjectId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { listOf, pageOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

/** The name of an item, a line or an entry of the catalogue, on one line. */
export const ItemName = z
  .string()
  .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
  .pipe(z.string().min(1, "give a name").max(200))
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must be text");

export const ItemStatus = z.enum(["live", "archived", "merged"]);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** A value that a person set by hand. It overrides facts until it is cleared. */
export const ItemOverride = z.object({
  /** Null if the person left the field deliberately empty. For a list key, an array of all its values. */
  value: z.union([FactValue, z.array(FactValue), z.null()]),
  text: z.string(),
  reason: z.string(),
  at: Moment,
  /** The facts that state this value for blocks and prompts; empty if the person chose not to record any. */
  factIds: z.array(FactId),
});
export type ItemOverride = z.infer<typeof ItemOverride>;

/** An accepted fact that gives a field its value. */
export const FieldFact = z.object({
  factId: FactId,
  number: z.int(),
  value: FactValue,
  /** The value in words: "6 m". */
  text: z.string(),
});
export type FieldFact = z.infer<typeof FieldFact>;

/** The field of an item for one key: the value set by hand, else the value from facts, else empty. */
export const ItemField = z.object({
  key: z.string(),
  label: z.string(),
  block: z.string(),
  valueType: FactValueType,
  isList: z.boolean(),
  source: z.enum(["override", "facts", "default"]),
  value: z.union([FactValue, z.array(FactValue), z.null()]),
  /** The value in words; empty if there is none. */
  text: z.string(),
  /** The accepted facts, including those that an override hides. */
  facts: z.array(FieldFact),
  override: ItemOverride.nullable(),
  /** The number of conflicts that wait for a decision. */
  conflicts: z.int(),
  /** The number of proposed facts that wait for a decision. */
  proposed: z.int(),
});
export type ItemField = z.infer<typeof ItemField>;

/** The total of an item's lines in one currency. */
export const PlannedCost = z.object({ currency: z.string(), amount: z.number() });
export type PlannedCost = z.infer<typeof PlannedCost>;

export const Item = z.object({
  id: ItemId,
  projectId: ProjectId,
  name: z.string(),
  status: ItemStatus,
  mergedInto: ItemId.nullable(),
  createdAt: Moment,
  /**
   * `revision` is the sequence number of the newest fact event about the item. `edits` is the sequence number of its newest
   * manual change. Together they are the version of the projection.
   */
  revision: z.int(),
  edits: z.int(),
  /** Keys that have a value, a contradiction or a proposal. */
  fields: z.array(ItemField),
  facts: z.int(),
  /** The number of facts that a person has to decide about. */
  toReview: z.int(),
  /** Important keys that are still empty. */
  questions: z.array(z.object({ key: z.string(), question: z.string() })),
  lines: z.int(),
  planned: z.array(PlannedCost),
});
export type Item = z.infer<typeof Item>;

/** An event of an item. The actor is always the project's owner. */
export const ItemEvent = z.object({
  seq: z.int(),
  itemId: ItemId,
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
  reason: z.string(),
  /** The event that this event undoes. */
  undoes: z.int().nullable(),
  /** The ledger action that was part of the event. */
  factAction: z.int().nullable(),
  at: Moment,
});
export type ItemEvent = z.infer<typeof ItemEvent>;

/** The result of an action on items. `action` is the number to undo it with; null if nothing had to change. */
export const ItemAction = z.object({ action: z.int().nullable(), item: Item });
export type ItemAction = z.infer<typeof ItemAction>;

/** Explains the value of a field. */
export const FieldWhy = z.object({
  item: z.object({ id: ItemId, name: z.string() }),
  field: ItemField,
  /** Each accepted fact with its quote in context, its history and the facts it replaced. */
  facts: z.array(FactWhy),
  /** Conflicts and proposed facts that wait for a decision. */
  conflicts: z.array(Fact),
  proposed: z.array(Fact),
  /** Values set and cleared by hand, newest first. */
  edits: z.array(ItemEvent),
});
export type FieldWhy = z.infer<typeof FieldWhy>;

/** A part of a text that mentions an item. */
export const Mention = z.object({
  start: z.int(),
  end: z.int(),
  text: z.string(),
  /** Recognised by the id in `@item(id:name)`, or because the words match an item's name. */
  by: z.enum(["id", "name"]),
  itemId: ItemId,
  /** The item's current name. */
  name: z.string(),
});
export type Mention = z.infer<typeof Mention>;

/** The items that a turn mentions. */
export const Mentions = z.object({
  scope: z.enum(["project", "item", "multiItem"]),
  itemIds: z.array(ItemId),
  mentions: z.array(Mention),
  /** Mentions that stay plain text, and why. */
  warnings: z.array(
    z.object({
      start: z.int(),
      end: z.int(),
      text: z.string(),
      reason: z.enum(["unknown-item", "archived-item", "ambiguous-name"]),
      /** The items that an ambiguous name may refer to. */
      candidates: z.array(z.object({ id: ItemId, name: z.string() })),
    }),
  ),
});
export type Mentions = z.infer<typeof Mentions>;

export const LineKind = z.enum(["material", "work"]);
export type LineKind = z.infer<typeof LineKind>;
/** A currency code of three letters, such as EUR. */
export const Currency = z
  .string()
  .trim()
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}$/, "give a currency as three letters, such as EUR"));
export const Unit = z.string().trim().min(1).max(40);
export const Price = z.number().min(0).max(1e12);
export const Quantity = z.number().positive().max(1e12);

/** A material or work line of an item. */
export const ItemLine = z.object({
  id: LineId,
  itemId: ItemId,
  projectId: ProjectId,
  kind: LineKind,
  name: z.string(),
  quantity: z.number().nullable(),
  unit: z.string().nullable(),
  unitPrice: z.number().nullable(),
  currency: z.string().nullable(),
  /** Quantity times price; null if either is missing. */
  total: z.number().nullable(),
  /** The entry of the catalogue that a person linked the line to. */
  catalogue: z.object({ id: CatalogueId, name: z.string() }).nullable(),
  position: z.int(),
});
export type ItemLine = z.infer<typeof ItemLine>;

export const LineAction = z.object({ action: z.int().nullable(), line: ItemLine });
export type LineAction = z.infer<typeof LineAction>;

const itemParams = z.object({ itemId: ItemId });
const lineParams = z.object({ lineId: LineId });
const reason = z.string().trim().max(2_000).optional();
const key = z.string().max(200);

const LineContent = z.strictObject({
  kind: LineKind.default("material"),
  name: ItemName,
  quantity: Quantity.nullable().default(null),
  unit: Unit.nullable().default(null),
  unitPrice: Price.nullable().default(null),
  currency: Currency.nullable().default(null),
});

/** The routes of a project's items, their fields and their lines. */
export const itemsRoutes = {
  listItems: {
    method: "get",
    path: "/api/projects/{projectId}/items",
    about: "The items of a project by name, each with its projected values.",
    params: projectParams,
    query: z.object({ status: ItemStatus.default("live") }),
    response: listOf(Item),
  },
  createItem: {
    method: "post",
    path: "/api/projects/{projectId}/items",
    about: "Creates an item. Its name is unique among the live items of the project.",
    params: projectParams,
    body: z.strictObject({ name: ItemName }),
    response: ItemAction,
    creates: true,
  },
  getItem: {
    method: "get",
    path: "/api/items/{itemId}",
    about: "An item with its projected values.",
    params: itemParams,
    response: Item,
  },
  findItem: {
    method: "get",
    path: "/api/projects/{projectId}/items/named/{name}",
    about: "An item by its name, its id or the first characters of its id (at least 4).",
    params: projectParams.extend({ name: z.string().min(1).max(200) }),
    response: Item,
  },
  renameItem: {
    method: "post",
    path: "/api/items/{itemId}/rename",
    about: "Renames an item. Existing mentions still refer to it.",
    params: itemParams,
    body: z.strictObject({ name: ItemName, reason }),
    response: ItemAction,
  },
  archiveItem: {
    method: "post",
    path: "/api/items/{itemId}/archive",
    about: "Archives an item. Its facts stay, but mentions in new turns no longer refer to it.",
    params: itemParams,
    body: z.strictObject({ reason }),
    response: ItemAction,
  },
  restoreItem: {
    method: "post",
    path: "/api/items/{itemId}/restore",
    about: "Restores an archived item.",
    params: itemParams,
    body: z.strictObject({ reason }),
    response: ItemAction,
  },
  mergeItem: {
    method: "post",
    path: "/api/items/{itemId}/merge",
    about: "Merges an item into another item, which receives its facts and lines. Contradictions become conflicts.",
    params: itemParams,
    body: z.strictObject({ into: ItemId, reason }),
    response: ItemAction,
  },
  overrideField: {
    method: "post",
    path: "/api/items/{itemId}/override",
    about:
      "Sets a value by hand. Null means deliberately empty; for a list key, give an array of all values. With `asFact` the value also becomes a fact.",
    params: itemParams,
    body: z.strictObject({
      key,
      value: z.union([FactValue, z.array(FactValue).max(100), z.null()]),
      reason,
      asFact: z.boolean().default(true),
    }),
    response: ItemAction,
  },
  clearOverride: {
    method: "post",
    path: "/api/items/{itemId}/clear",
    about: "Clears a value that was set by hand, so that the value from facts applies again.",
    params: itemParams,
    body: z.strictObject({ key, reason }),
    response: ItemAction,
  },
  whyField: {
    method: "get",
    path: "/api/items/{itemId}/why/{key}",
    about:
      "Explains the value of a field: its facts with their quotes in context, the facts that they replaced or that contradict them, and values set by hand.",
    params: itemParams.extend({ key }),
    response: FieldWhy,
  },
  itemHistory: {
    method: "get",
    path: "/api/projects/{projectId}/items/history",
    about: "The history of a project's items, newest first. `before` is the last `seq` of the previous page.",
    params: projectParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(100),
      before: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
    }),
    response: pageOf(ItemEvent),
  },
  undoItems: {
    method: "post",
    path: "/api/projects/{projectId}/items/undo",
    about: "Undoes a change of an item, with the facts that belong to the change. Default: the newest change.",
    params: projectParams,
    body: z.strictObject({ action: z.int().min(1).optional() }),
    response: ItemAction,
  },
  readMentions: {
    method: "post",
    path: "/api/projects/{projectId}/items/mentions",
    about: "The items that a text mentions as `@item(id:name)` or by name, and the items that the person selected.",
    params: projectParams,
    body: z.strictObject({ text: z.string().max(400_000), selected: z.array(ItemId).max(100).default([]) }),
    response: Mentions,
  },
  listLines: {
    method: "get",
    path: "/api/items/{itemId}/lines",
    about: "The material and work lines of an item.",
    params: itemParams,
    response: listOf(ItemLine),
  },
  addLine: {
    method: "post",
    path: "/api/items/{itemId}/lines",
    about: "Adds a line to an item.",
    params: itemParams,
    body: LineContent,
    response: LineAction,
    creates: true,
  },
  changeLine: {
    method: "post",
    path: "/api/lines/{lineId}",
    about: "Replaces the content of a line. Its link to the catalogue stays.",
    params: lineParams,
    body: LineContent,
    response: LineAction,
  },
  removeLine: {
    method: "post",
    path: "/api/lines/{lineId}/remove",
    about: "Removes a line. It can be undone.",
    params: lineParams,
    response: ItemAction,
  },
} as const satisfies Record<string, Route>;
