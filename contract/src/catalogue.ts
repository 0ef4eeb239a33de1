import { z } from "zod";
import { CatalogueId, ItemId, LineId } from "./ids.ts";
import { ItemAction, ItemName, LineAction, LineKind, Unit } from "./items.ts";
import { listOf, listQuery, pageOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

/** An entry of a user's catalogue: a canonical material or kind of work, with the other names it goes by. */
export const CatalogueItem = z.object({
  id: CatalogueId,
  name: z.string(),
  kind: LineKind.nullable(),
  unit: z.string().nullable(),
  synonyms: z.array(z.string()),
  isArchived: z.boolean(),
  /** Lines that are linked to it, and price observations. */
  lines: z.int(),
  prices: z.int(),
  createdAt: Moment,
});
export type CatalogueItem = z.infer<typeof CatalogueItem>;

/** An entry that may match a name. */
export const MatchCandidate = z.object({
  catalogue: z.object({ id: CatalogueId, name: z.string(), synonyms: z.array(z.string()) }),
  /** Between 0 and 1. */
  confidence: z.number(),
  /** The name or synonym with the best match. */
  closest: z.string(),
  by: z.enum(["name", "synonym", "similarity"]),
  /** Differences in measures although the words agree, such as "60 cm" and "80 cm". */
  differences: z.array(z.string()),
});
export type MatchCandidate = z.infer<typeof MatchCandidate>;

/** The entries that may match a name. Nothing is linked until a person confirms it. */
export const MatchSuggestions = z.object({
  name: z.string(),
  candidates: z.array(MatchCandidate),
  /** The candidate to offer first; null if none is certain enough or several are too close. */
  preselected: CatalogueId.nullable(),
});
export type MatchSuggestions = z.infer<typeof MatchSuggestions>;

const catalogueParams = z.object({ catalogueId: CatalogueId });
const lineParams = z.object({ lineId: LineId });
const itemParams = z.object({ itemId: ItemId });
const reason = z.string().trim().max(2_000).optional();
/** An existing entry, or a new one to create. */
const target = z.union([
  z.strictObject({ catalogueId: CatalogueId, addSynonym: z.boolean().default(true), reason }),
  z.strictObject({ newName: ItemName, addSynonym: z.boolean().default(true), reason }),
]);

export const catalogueRoutes = {
  listCatalogue: {
    method: "get",
    path: "/api/catalogue",
    about: "The user's catalogue by name.",
    query: z.object({ ...listQuery({ usual: 100, most: 500 }), archived: z.stringbool().default(false) }),
    response: pageOf(CatalogueItem),
  },
  createCatalogueItem: {
    method: "post",
    path: "/api/catalogue",
    about: "Adds an entry to the catalogue. Its name is unique among those that are not archived.",
    body: z.strictObject({
      name: ItemName,
      kind: LineKind.nullable().default(null),
      unit: Unit.nullable().default(null),
      synonyms: z.array(ItemName).max(100).default([]),
    }),
    response: CatalogueItem,
    creates: true,
  },
  getCatalogueItem: {
    method: "get",
    path: "/api/catalogue/{catalogueId}",
    about: "One entry of the catalogue.",
    params: catalogueParams,
    response: CatalogueItem,
  },
  changeCatalogueItem: {
    method: "post",
    path: "/api/catalogue/{catalogueId}",
    about: "Renames an entry, replaces its synonyms, archives it or brings it back. What is not given stays.",
    params: catalogueParams,
    body: z.strictObject({
      name: ItemName.optional(),
      kind: LineKind.nullable().optional(),
      unit: Unit.nullable().optional(),
      synonyms: z.array(ItemName).max(100).optional(),
      isArchived: z.boolean().optional(),
    }),
    response: CatalogueItem,
  },
  matchName: {
    method: "get",
    path: "/api/catalogue-matches",
    about: "Which entries of the catalogue a name may mean.",
    query: z.object({ name: ItemName }),
    response: MatchSuggestions,
  },
  matchLine: {
    method: "get",
    path: "/api/lines/{lineId}/matches",
    about: "Which entries of the catalogue a line may be.",
    params: lineParams,
    response: MatchSuggestions,
  },
  linkLine: {
    method: "post",
    path: "/api/lines/{lineId}/link",
    about:
      "Links a line to an entry, or to a new one. The decision is in the item's decisions block and can be undone.",
    params: lineParams,
    body: target,
    response: LineAction,
  },
  unlinkLine: {
    method: "post",
    path: "/api/lines/{lineId}/unlink",
    about: "Takes the link of a line away.",
    params: lineParams,
    body: z.strictObject({ reason }),
    response: LineAction,
  },
  matchItem: {
    method: "get",
    path: "/api/items/{itemId}/matches",
    about: "Which entries of the catalogue an item without lines may be.",
    params: itemParams,
    response: MatchSuggestions,
  },
  linkItem: {
    method: "post",
    path: "/api/items/{itemId}/link",
    about: "Links an item as a whole to an entry, or to a new one, where there is no line.",
    params: itemParams,
    body: target,
    response: ItemAction,
  },
  unlinkItem: {
    method: "post",
    path: "/api/items/{itemId}/unlink",
    about: "Takes a link of an item away.",
    params: itemParams,
    body: z.strictObject({ catalogueId: CatalogueId, reason }),
    response: ItemAction,
  },
  listItemLinks: {
    method: "get",
    path: "/api/items/{itemId}/links",
    about: "The entries of the catalogue that an item as a whole is linked to.",
    params: itemParams,
    response: listOf(z.object({ id: CatalogueId, name: z.string() })),
  },
} as const satisfies Record<string, Route>;
