import type { Fact, FactStatus } from "@dialectic/contract";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./queries.ts";

export type FactFilter = {
  status?: FactStatus;
  scope?: Fact["scope"];
  source?: Fact["source"];
  key?: string;
  search?: string;
};

const pageSize = "500";
const firstPage = (): string | null => null;

export type FactPages = InfiniteData<{ items: Fact[]; next: string | null }, string | null>;

/**
 * The query keys of all lists of a project's facts begin with this key. An action invalidates all these lists, because
 * it changes each of them.
 */
export const factListsKey = (projectId: string) => [...keys.knowledge(projectId), "list"] as const;

/** The facts of a project that match a filter, newest first, page by page. */
export const factsQuery = (projectId: string, filter: FactFilter) =>
  infiniteQueryOptions({
    queryKey: [...factListsKey(projectId), filter],
    queryFn: ({ pageParam }) =>
      client.listFacts({
        params: { projectId },
        query: { ...filter, order: "newest", limit: pageSize, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
  });

export const factCountsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "counts"],
    queryFn: () => client.countFacts({ params: { projectId } }),
  });

/** The facts that were accepted at this time. */
export const factsAsOfQuery = (projectId: string, at: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "as-of", at],
    queryFn: async () => (await client.factsAsOf({ params: { projectId }, query: { at } })).items.toReversed(),
  });

/** The events of the ledger, newest first, page by page. */
export const factHistoryQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.knowledge(projectId), "history"],
    queryFn: ({ pageParam }) =>
      client.factHistory({ params: { projectId }, query: { limit: "100", ...(pageParam && { before: pageParam }) } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
  });

/** A fact, with everything that explains it. */
export const whyFactQuery = (projectId: string, factId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "why", factId],
    queryFn: () => client.whyFact({ params: { factId } }),
  });

/** Looks up a fact by its number, for links that contain only the number. */
export const factByNumberQuery = (projectId: string, number: number) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "number", number],
    queryFn: () => client.findFact({ params: { projectId, name: `F${number}` } }),
  });

/** Statements without a key, newest first. */
export const unmappedQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "unmapped"],
    queryFn: async () =>
      (await client.listFactNotes({ params: { projectId }, query: { kind: "unmapped", limit: "200" } })).items,
  });

/** The turns of a project, newest first, page by page. */
export const bundlesQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.knowledge(projectId), "bundles"],
    queryFn: ({ pageParam }) =>
      client.listBundles({ params: { projectId }, query: { limit: "50", ...(pageParam && { after: pageParam }) } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
  });

/** The text of a turn with its parse runs. */
export const bundleQuery = (projectId: string, bundleId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "bundle", bundleId],
    queryFn: () => client.getBundle({ params: { bundleId } }),
  });

export const blocksQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "blocks"],
    queryFn: async () => (await client.getBlocks({ params: { projectId } })).items,
  });

export const ledgerSettingsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "settings"],
    queryFn: () => client.getLedgerSettings({ params: { projectId } }),
  });

/** The questions of the project: first contradictions, then important keys that have no fact. */
export const keyQuestionsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.knowledge(projectId), "questions"],
    queryFn: async () => (await client.listKeyQuestions({ params: { projectId } })).items,
  });
