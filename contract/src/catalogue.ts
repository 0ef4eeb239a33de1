import { z } from "zod";
import { CatalogueId, ItemId, LineId } from "./ids.ts";
import { ItemAction, ItemName, LineAction, LineKind, Unit } from "./items.ts";
import { listOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

/** An entry of a user's catalogue: a material or kind of work that lines of many projects refer to. */
export const CatalogueItem = z.object({
  id: CatalogueId,
  name: z.string(),
  /** Other names of the entry, in alphabetical order. */
  synonyms: z.array(z.string()),
  /** Null if lines of both kinds may be linked to the entry. */
  kind: LineKind.nullable(),
  unit: z.string().nullable(),
  isArchived: z.boolean(),
  /** The entry that this entry was merged into, directly or through later merges; null if it was not merged. */
  mergedInto: CatalogueId.nullable(),
  /**
   * How many lines and items are linked to the entry, and how many prices are known for it, including those of entries that
   * were merged into it.
   */
  links: z.int(),
  prices: z.int(),
  createdAt: Moment,
});
export type CatalogueItem = z.infer<typeof CatalogueItem>;

/** An entry that a name may refer to. */
export const CatalogueCandidate = z.object({
  id: CatalogueId,
  name: z.string(),
  synonyms: z.array(z.string()),
  /** Between 0 and 1. */
  confidence: z.number(),
  /**
   * Why the entry was found: by its name, by a synonym, because a person linked the same name before (`decision`), or
   * because the names are similar.
   */
  by: z.enum(["name", "synonym", "decision", "similarity"]),
  /** Which of the entry's names was compared: its name, a synonym, or a name that a person linked before. */
  matched: z.string(),
});
export type CatalogueCandidate = z.infer<typeof CatalogueCandidate>;

/** The entries that a name may refer to. Nothing is linked until a person confirms it. */
export const CatalogueSuggestions = z.object({
  name: z.string(),
  /** Best first. */
  candidates: z.array(CatalogueCandidate),
  /** The one likely candidate; null if no candidate is likely, or if two are about equally likely. */
  preselected: CatalogueId.nullable(),
});
export type CatalogueSuggestions = z.infer<typeof CatalogueSuggestions>;

const catalogueParams = z.object({ catalogueId: CatalogueId });
const lineParams = z.object({ lineId: LineId });
const itemParams = z.object({ itemId: ItemId });
const reason = z.string().trim().max(2_000).optional();
const synonyms = z.array(ItemName).max(100);

const NewCatalogueItem = z.strictObject({
  name: ItemName,
  kind: LineKind.nullable().default(null),
  unit: Unit.nullable().default(null),
  synonyms: synonyms.default([]),
});

/** The entry to link to: an existing or a new one. */
const Target = z.union([
  z.strictObject({ catalogueId: CatalogueId, reason }),
  z.strictObject({ create: NewCatalogueItem, reason }),
]);

/** A user's catalogue, and the links of lines and items to it. */
export const catalogueRoutes = {
  listCatalogue: {
    method: "get",
    path: "/api/catalogue",
    about: "The entries of your catalogue by name.",
    query: z.object({ archived: z.enum(["true", "false"]).default("false") }),
    response: listOf(CatalogueItem),
  },
  createCatalogueItem: {
    method: "post",
    path: "/api/catalogue",
    about: "Adds an entry to your catalogue. Its name is unique among the entries that are not archived.",
    body: NewCatalogueItem,
    response: CatalogueItem,
    creates: true,
  },
  findCatalogueItem: {
    method: "get",
    path: "/api/catalogue/named/{name}",
    about: "An entry by its name, a synonym, its id or the first characters of its id (at least 4).",
    params: z.object({ name: z.string().min(1).max(200) }),
    response: CatalogueItem,
  },
  changeCatalogueItem: {
    method: "post",
    path: "/api/catalogue/{catalogueId}",
    about:
      "Changes an entry: its name, kind, unit and synonyms, or whether it is archived. Absent fields stay unchanged.",
    params: catalogueParams,
    body: z.strictObject({
      name: ItemName.optional(),
      kind: LineKind.nullable().optional(),
      unit: Unit.nullable().optional(),
      synonyms: synonyms.optional(),
      isArchived: z.boolean().optional(),
    }),
    response: CatalogueItem,
  },
  mergeCatalogueItem: {
    method: "post",
    path: "/api/catalogue/{catalogueId}/merge",
    about:
      "Merges an entry into another one. The names, lines, links and prices of the merged entry then count for the other one. The merged entry is archived; restoring it separates the two again.",
    params: catalogueParams,
    body: z.strictObject({ into: CatalogueId }),
    response: CatalogueItem,
  },
  suggestForLine: {
    method: "get",
    path: "/api/lines/{lineId}/suggestions",
    about: "Entries of your catalogue that a line may refer to, each with a confidence. Nothing is linked.",
    params: lineParams,
    response: CatalogueSuggestions,
  },
  linkLine: {
    method: "post",
    path: "/api/lines/{lineId}/link",
    about:
      "Links a line to an existing or a new entry. The link is recorded among the item's decisions and can be undone.",
    params: lineParams,
    body: Target,
    response: LineAction,
  },
  unlinkLine: {
    method: "post",
    path: "/api/lines/{lineId}/unlink",
    about: "Removes a line's link to a catalogue entry, also from the item's decisions.",
    params: lineParams,
    body: z.strictObject({ reason }),
    response: LineAction,
  },
  suggestForItem: {
    method: "get",
    path: "/api/items/{itemId}/suggestions",
    about: "Entries of your catalogue that an item as a whole may refer to. Nothing is linked.",
    params: itemParams,
    response: CatalogueSuggestions,
  },
  listItemLinks: {
    method: "get",
    path: "/api/items/{itemId}/links",
    about: "The catalogue entries that an item as a whole is linked to, by name. Links of its lines are left out.",
    params: itemParams,
    response: listOf(z.object({ id: CatalogueId, name: z.string() })),
  },
  linkItem: {
    method: "post",
    path: "/api/items/{itemId}/link",
    about: "Links a whole item, rather than one of its lines, to a catalogue entry.",
    params: itemParams,
    body: Target,
    response: ItemAction,
  },
  unlinkItem: {
    method: "post",
    path: "/api/items/{itemId}/unlink",
    about: "Removes a whole item's link to a catalogue entry, also from the item's decisions.",
    params: itemParams,
    body: z.strictObject({ catalogueId: CatalogueId, reason }),
    response: ItemAction,
  },
} as const satisfies Record<string, Route>;
