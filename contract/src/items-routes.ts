import { z } from "zod";
import { FactValue } from "./facts.ts";
import { ItemId, LineId } from "./ids.ts";
import {
  Currency,
  FieldWhy,
  Item,
  ItemAction,
  ItemEvent,
  ItemLine,
  ItemName,
  ItemStatus,
  LineAction,
  LineKind,
  Mentions,
  Price,
  Quantity,
  Unit,
} from "./items.ts";
import { projectParams } from "./params.ts";
import { listOf, pageOf, type Route } from "./route.ts";

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

/** The items of a project, the fields of each, and their lines. */
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
    about: "Renames an item. Mentions keep meaning it.",
    params: itemParams,
    body: z.strictObject({ name: ItemName, reason }),
    response: ItemAction,
  },
  archiveItem: {
    method: "post",
    path: "/api/items/{itemId}/archive",
    about: "Puts an item away. Its facts stay; turns no longer speak about it.",
    params: itemParams,
    body: z.strictObject({ reason }),
    response: ItemAction,
  },
  restoreItem: {
    method: "post",
    path: "/api/items/{itemId}/restore",
    about: "Brings an archived item back.",
    params: itemParams,
    body: z.strictObject({ reason }),
    response: ItemAction,
  },
  mergeItem: {
    method: "post",
    path: "/api/items/{itemId}/merge",
    about:
      "Merges an item into another one: its facts are stated about the other one, contradictions become conflicts, and its lines move.",
    params: itemParams,
    body: z.strictObject({ into: ItemId, reason }),
    response: ItemAction,
  },
  overrideField: {
    method: "post",
    path: "/api/items/{itemId}/override",
    about:
      "Sets a value by hand; null is deliberately empty, a list key takes all its values. With `asFact` it becomes a fact as well.",
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
    about: "Clears a value that was set by hand: what the facts say counts again.",
    params: itemParams,
    body: z.strictObject({ key, reason }),
    response: ItemAction,
  },
  whyField: {
    method: "get",
    path: "/api/items/{itemId}/why/{key}",
    about:
      "Why a field has its value: quotes in their places, what they replaced, what contradicts them, what was set by hand.",
    params: itemParams.extend({ key }),
    response: FieldWhy,
  },
  itemHistory: {
    method: "get",
    path: "/api/projects/{projectId}/items/history",
    about: "What happened to the items of a project, the newest first. `before` is the last `seq` of the page before.",
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
    about: "Takes back a change of an item, with the facts that belong to it; without a number, the newest one.",
    params: projectParams,
    body: z.strictObject({ action: z.int().min(1).optional() }),
    response: ItemAction,
  },
  readMentions: {
    method: "post",
    path: "/api/projects/{projectId}/items/mentions",
    about: "Which items a text speaks about: `@item(id:name)`, names of items, and those that the person selected.",
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
    about: "Gives a line other content. Its link to the catalogue stays.",
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
