import { z } from "zod";
import { CatalogueId, LineId, PriceId } from "./ids.ts";
import { Currency, ItemLine, Price, Quantity, Unit } from "./items.ts";
import { listOf, type Route } from "./route.ts";
import { Moment } from "./values.ts";

export const PriceSource = z.enum(["purchase", "quote", "list"]);
export type PriceSource = z.infer<typeof PriceSource>;

const Day = z.iso.date();
const Vendor = z
  .string()
  .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
  .pipe(z.string().min(1, "give a vendor").max(200))
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must be text");
const Reference = z.string().trim().min(1).max(200);

/** The price that a vendor asked for an entry of the catalogue on a day. */
export const PriceObservation = z.object({
  id: PriceId,
  catalogueId: CatalogueId,
  vendor: z.string(),
  /** The price of one unit. */
  price: z.number(),
  currency: z.string(),
  unit: z.string(),
  quantity: z.number().nullable(),
  /** A day: 2026-11-18. */
  observedOn: z.string(),
  source: PriceSource,
  /** The document that states the price, for example the number of an invoice. Each reference is recorded only once. */
  reference: z.string(),
  createdAt: Moment,
});
export type PriceObservation = z.infer<typeof PriceObservation>;

/** Prices of one vendor in one unit and currency. */
export const VendorPrices = z.object({
  vendor: z.string(),
  lowest: z.number(),
  median: z.number(),
  last: z.number(),
  lastOn: z.string(),
  observations: z.int(),
});
export type VendorPrices = z.infer<typeof VendorPrices>;

/** Prices of an entry in one unit and currency. Other units and currencies are never mixed in. */
export const PriceStatistics = z.object({
  unit: z.string(),
  currency: z.string(),
  observations: z.int(),
  lowest: z.number(),
  /** Half of the prices are between the two quartiles. */
  lowerQuartile: z.number(),
  median: z.number(),
  upperQuartile: z.number(),
  highest: z.number(),
  last: z.number(),
  lastOn: z.string(),
  firstOn: z.string(),
  /**
   * The estimated price change from the first day to the last: the median of the slopes between all pairs of days, times
   * the number of days. Null if fewer than three days have prices.
   */
  trend: z.object({ direction: z.enum(["rising", "falling", "steady"]), change: z.number() }).nullable(),
  confidence: z.enum(["low", "medium", "high"]),
  /** Vendors in the order of their median price, the cheapest first. */
  vendors: z.array(VendorPrices),
});
export type PriceStatistics = z.infer<typeof PriceStatistics>;

export const PriceSummary = z.object({
  catalogue: z.object({ id: CatalogueId, name: z.string() }),
  /** One entry for each combination of unit and currency. The entry with the most observations comes first. */
  statistics: z.array(PriceStatistics),
  /** At most 1,000 observations, the newest first. */
  observations: z.array(PriceObservation),
});
export type PriceSummary = z.infer<typeof PriceSummary>;

/** Statistics of earlier prices for a line. Prices never change facts or lines. */
export const PriceMemory = z.object({
  line: ItemLine,
  /** Null if the line is not linked to the catalogue. */
  summary: PriceSummary.nullable(),
  /** The statistics in the unit and currency of the line; null if there are none. */
  comparable: PriceStatistics.nullable(),
  /** The line's price divided by the median: 1.1 is ten per cent above it. */
  ratio: z.number().nullable(),
});
export type PriceMemory = z.infer<typeof PriceMemory>;

export const PriceRowFault = z.enum([
  "wrong-columns",
  "missing-value",
  "unknown-item",
  "ambiguous-item",
  "unreadable-price",
  "ambiguous-price",
  "unreadable-quantity",
  "unreadable-currency",
  "unreadable-date",
  "unknown-source",
  "too-long",
  "reference-conflict",
]);
export type PriceRowFault = z.infer<typeof PriceRowFault>;

/** A row that was not recorded, and why. The other rows of its file were recorded. */
export const PriceRowError = z.object({
  /** The line of the file on which the row begins. */
  line: z.int(),
  reason: PriceRowFault,
  column: z.string().nullable(),
  /** The value as it was written. */
  value: z.string(),
  /** For an unknown item: entries that it may refer to. */
  candidates: z.array(z.object({ id: CatalogueId, name: z.string(), confidence: z.number() })),
});
export type PriceRowError = z.infer<typeof PriceRowError>;

export const PriceImport = z.object({
  rows: z.int(),
  recorded: z.int(),
  /** The number of rows whose reference had been recorded before. */
  known: z.int(),
  created: z.array(z.object({ id: CatalogueId, name: z.string() })),
  errors: z.array(PriceRowError),
});
export type PriceImport = z.infer<typeof PriceImport>;

const catalogueParams = z.object({ catalogueId: CatalogueId });

/** Prices that vendors asked for entries of the catalogue. */
export const pricesRoutes = {
  listPrices: {
    method: "get",
    path: "/api/prices",
    about: "Each entry that has prices, by name, with its price statistics.",
    response: listOf(PriceSummary.omit({ observations: true })),
  },
  getPrices: {
    method: "get",
    path: "/api/catalogue/{catalogueId}/prices",
    about: "The prices of an entry: statistics for each unit and currency, vendors side by side, and the observations.",
    params: catalogueParams,
    response: PriceSummary,
  },
  addPrice: {
    method: "post",
    path: "/api/catalogue/{catalogueId}/prices",
    about: "Records a price. A price with the same reference and content as a recorded one is not recorded again.",
    params: catalogueParams,
    body: z.strictObject({
      vendor: Vendor,
      price: Price,
      currency: Currency,
      unit: Unit,
      quantity: Quantity.nullable().default(null),
      observedOn: Day,
      source: PriceSource.default("quote"),
      reference: Reference.optional(),
    }),
    response: PriceObservation,
  },
  importPrices: {
    method: "post",
    path: "/api/prices/import",
    about:
      "Records the rows of a CSV file: item, vendor, price, currency, unit, quantity, date, source, reference. A row that cannot be read is reported, and the other rows are recorded.",
    body: z.strictObject({
      csv: z.string().min(1).max(10_000_000),
      /** Creates entries for names that the catalogue does not have. */
      create: z.boolean().default(false),
    }),
    response: PriceImport,
  },
  priceMemory: {
    method: "get",
    path: "/api/lines/{lineId}/prices",
    about: "Statistics of earlier prices for a line.",
    params: z.object({ lineId: LineId }),
    response: PriceMemory,
  },
} as const satisfies Record<string, Route>;
