import type { StatementGrouping } from "@dialectic/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./queries.ts";

type LinesInput = NonNullable<Parameters<typeof client.listStatementLines>[0]>;

/** The filters of a statement, as in the URL. */
export type StatementFilter = Pick<NonNullable<LinesInput["query"]>, StatementGrouping>;

export const walletQuery = queryOptions({ queryKey: keys.wallet, queryFn: () => client.getWallet() });

export const waitsQuery = queryOptions({
  queryKey: keys.waits,
  queryFn: async () => (await client.listPaymentWaits()).items,
});

export type QuoteInput = NonNullable<Parameters<typeof client.createQuote>[0]>["body"];

/**
 * The quote of a run. It soon leaves the cache, because every edit of the brief creates another cache entry, and briefs can
 * be long.
 */
export const quoteQuery = (input: QuoteInput) =>
  queryOptions({
    queryKey: ["quote", input],
    queryFn: () => client.createQuote({ body: input }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

const pageSize = "50";
const firstPage = (): string | null => null;

/** What was spent, by group, page by page. */
export const statementQuery = (by: StatementGrouping, filter: StatementFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.wallet, "statement", by, filter],
    queryFn: ({ pageParam }) =>
      client.getStatement({ query: { ...filter, by, limit: pageSize, ...(pageParam && { after: pageParam }) } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
  });

/** The transactions that a statement sums up, newest first, page by page. */
export const linesQuery = (filter: StatementFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.wallet, "lines", filter],
    queryFn: ({ pageParam }) =>
      client.listStatementLines({ query: { ...filter, limit: pageSize, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
  });
