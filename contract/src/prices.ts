import { z } from "zod";
import { CatalogueId, LineId, PriceId } from "./ids.ts";
import { Currency, ItemName, Price, Quantity, Unit } from "./items.ts";
import { pageOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

export const PriceSource = z.enum(["quote", "purchase", "other"]);
export type PriceSource = z.infer<typeof PriceSource>;

/** A single price per unit that a vendor asked or was paid. */
export const PriceObservation = z.object({
  id: PriceId,
  /** The catalogue entry; null until a person links one. */
  catalogue: z.object({ id: CatalogueId, name: z.string() }).nullable(),
  /** As the source names it. */
  name: z.string(),
  vendor: z.string(),
  unit: z.string(),
  currency: z.string(),
  unitPrice: z.number(),
  quantity: z.number().nullable(),
  observedOn: z.iso.date(),
  source: PriceSource,
  /** The source's own reference. A repeated reference is the same observation. */
  sourceRef: z.string(),
  createdAt: Moment,
});
export type PriceObservation = z.infer<typeof PriceObservation>;

const Confidence = z.enum(["low", "medium", "high"]);

/** The prices of one unit in one currency. */
export const PriceStatistics = z.object({
  unit: z.string(),
  currency: z.string(),
  min: z.number(),
  /** The middle half lies between the quartiles. */
  lowerQuartile: z.number(),
  median: z.number(),
  upperQuartile: z.number(),
  max: z.number(),
  last: z.number(),
  lastOn: z.iso.date(),
  firstOn: z.iso.date(),
  observations: z.int(),
  vendors: z.int(),
  /** Change per year by the median of all pairwise slopes; null with fewer than three different days. */
  perYear: z.number().nullable(),
  trend: z.enum(["rising", "falling", "steady", "unknown"]),
  confidence: Confidence,
});
export type PriceStatistics = z.infer<typeof PriceStatistics>;

export const VendorPrices = z.object({
  vendor: z.string(),
  min: z.number(),
  median: z.number(),
  max: z.number(),
  last: z.number(),
  lastOn: z.iso.date(),
  observations: z.int(),
});
export type VendorPrices = z.infer<typeof VendorPrices>;

/** The price statistics of a catalogue entry. Prices never change facts. */
export const PriceMemory = z.object({
  catalogue: z.object({ id: CatalogueId, name: z.string() }).nullable(),
  /** The line that the request names, with its own price. */
  line: z
    .object({ id: LineId, name: z.string(), unit: z.string().nullable(), unitPrice: z.number().nullable() })
    .extend({ currency: z.string().nullable() })
    .nullable(),
  /** By unit and currency: those of the line first, then by number of observations. */
  groups: z.array(
    z.object({
      statistics: PriceStatistics,
      vendors: z.array(VendorPrices),
      observations: z.array(PriceObservation),
      /** Price of the line divided by the median; null if it has none in this unit and currency. */
      ratio: z.number().nullable(),
    }),
  ),
});
export type PriceMemory = z.infer<typeof PriceMemory>;

export const NewPrice = z.strictObject({
  name: ItemName,
  catalogueId: CatalogueId.nullable().default(null),
  vendor: ItemName,
  unit: Unit,
  currency: Currency,
  unitPrice: Price,
  quantity: Quantity.nullable().default(null),
  observedOn: z.iso.date(),
  source: PriceSource.default("other"),
  sourceRef: z.string().trim().min(1).max(200),
});
export type NewPrice = z.infer<typeof NewPrice>;

/** The result of importing a price list. Rows count from 1, without the heading. */
export const ImportedPrices = z.object({
  added: z.int(),
  /** Rows whose reference and content were already stored. */
  known: z.int(),
  failed: z.array(z.object({ row: z.int(), line: z.int(), column: z.string().nullable(), problem: z.string() })),
  /** Names that match no catalogue entry; a person links them. */
  unlinked: z.array(z.string()),
});
export type ImportedPrices = z.infer<typeof ImportedPrices>;

const priceParams = z.object({ priceId: PriceId });

export const pricesRoutes = {
  listPrices: {
    method: "get",
    path: "/api/prices",
    about: "Price observations, the newest first. `after` is the id of the last one of the page before.",
    query: z.object({
      catalogueId: CatalogueId.optional(),
      unlinked: z.stringbool().default(false),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      after: PriceId.optional(),
    }),
    response: pageOf(PriceObservation),
  },
  recordPrice: {
    method: "post",
    path: "/api/prices",
    about:
      "Records a price. The same reference with the same content is one observation; with another content it is refused.",
    body: NewPrice,
    response: z.object({ isNew: z.boolean(), price: PriceObservation }),
  },
  importPrices: {
    method: "post",
    path: "/api/prices/import",
    about:
      "Imports a CSV file with a heading: name, vendor, unit, currency, price, date, reference; quantity and source if known. A row that is wrong is reported; the others are kept.",
    body: z.strictObject({ csv: z.string().max(5_000_000) }),
    response: ImportedPrices,
  },
  linkPrice: {
    method: "post",
    path: "/api/prices/{priceId}/link",
    about: "Says which entry of the catalogue a price is of; null: of none. All prices of the same name go with it.",
    params: priceParams,
    body: z.strictObject({ catalogueId: CatalogueId.nullable() }),
    response: z.object({ linked: z.int(), price: PriceObservation }),
  },
  removePrice: {
    method: "post",
    path: "/api/prices/{priceId}/remove",
    about: "Removes an observation that is wrong.",
    params: priceParams,
    response: z.object({ removed: z.boolean() }),
  },
  priceMemory: {
    method: "get",
    path: "/api/catalogue/{catalogueId}/prices",
    about: "What is known of the price of an entry: statistics by unit and currency, vendors compared, observations.",
    params: z.object({ catalogueId: CatalogueId }),
    response: PriceMemory,
  },
  linePriceMemory: {
    method: "get",
    path: "/api/lines/{lineId}/prices",
    about: "The same for the entry that a line is linked to, beside the line's own price.",
    params: z.object({ lineId: LineId }),
    response: PriceMemory,
  },
} as const satisfies Record<string, Route>;
