import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";

/**
 * The key starts with `knowledge`, so that an event of the catalogue invalidates this list as well as the lines of all
 * projects.
 */
export const catalogueKey = ["knowledge", "catalogue"] as const;

/** The entries of the catalogue, sorted by name. */
export const catalogueQuery = (isArchived: boolean) =>
  queryOptions({
    queryKey: [...catalogueKey, isArchived ? "archived" : "live"],
    queryFn: async () => (await client.listCatalogue({ query: isArchived ? { archived: "true" } : {} })).items,
  });

/** The entries that have prices, with their statistics, sorted by name. */
export const pricesQuery = queryOptions({
  queryKey: [...catalogueKey, "prices"],
  queryFn: async () => (await client.listPrices()).items,
});

/** The prices of one entry. */
export const entryPricesQuery = (catalogueId: string) =>
  queryOptions({
    queryKey: [...catalogueKey, "prices", catalogueId],
    queryFn: () => client.getPrices({ params: { catalogueId } }),
  });
