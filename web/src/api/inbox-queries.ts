import type { InboxKind } from "@dialectic/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./queries.ts";

const pageSize = "30";
const firstPage = (): string | null => null;

/** The inbox items of one kind (null: of all kinds), newest first, page by page. */
export const inboxQuery = (kind: InboxKind | null) =>
  infiniteQueryOptions({
    queryKey: [...keys.inbox, "items", kind],
    queryFn: ({ pageParam }) =>
      client.listInbox({ query: { limit: pageSize, ...(kind && { kind }), ...(pageParam && { before: pageParam }) } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
  });

/** The number of inbox items. It is requested separately, because every page shows it but few pages show the items. */
export const inboxTotalQuery = queryOptions({
  queryKey: [...keys.inbox, "total"],
  queryFn: async () => (await client.listInbox({ query: { limit: "1" } })).total,
});

/** Notifications, newest first, page by page. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: keys.notifications,
  queryFn: ({ pageParam }) => client.listNotifications({ query: { ...(pageParam && { before: pageParam }) } }),
  initialPageParam: firstPage(),
  getNextPageParam: (last) => last.next,
});
