import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./queries.ts";

/** The live items of a project, sorted by name, with their values. */
export const itemsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "items"],
    queryFn: async () => (await client.listItems({ params: { projectId }, query: {} })).items,
    enabled: projectId !== "",
  });

export const itemLinesQuery = (projectId: string, itemId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "lines", itemId],
    queryFn: async () => (await client.listLines({ params: { itemId } })).items,
  });

/** Explains the value of an item's field. */
export const whyFieldQuery = (projectId: string, { itemId, key }: { itemId: string; key: string }) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "why-field", itemId, key],
    queryFn: () => client.whyField({ params: { itemId, key } }),
  });

/** The catalogue entries that a line may mean. */
export const suggestionsQuery = (projectId: string, lineId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "suggestions", lineId],
    queryFn: () => client.suggestForLine({ params: { lineId } }),
  });

/** Statistics of the earlier prices for a line. */
export const priceMemoryQuery = (projectId: string, lineId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "prices", lineId],
    queryFn: () => client.priceMemory({ params: { lineId } }),
  });
