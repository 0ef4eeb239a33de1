import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./queries.ts";

/** The conversations about a project, newest first, page by page. */
export const conversationsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.conversations, projectId],
    queryFn: ({ pageParam }) =>
      client.listConversations({ query: { project: projectId, ...(pageParam && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

export const conversationQuery = (conversationId: string) =>
  queryOptions({
    queryKey: keys.conversation(conversationId),
    queryFn: () => client.getConversation({ params: { conversationId } }),
  });

/** The exchanges of a conversation, newest first, page by page. The query's key starts with that of the conversation. */
export const exchangesQuery = (conversationId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.conversation(conversationId), "exchanges"],
    queryFn: ({ pageParam }) =>
      client.listExchanges({
        params: { conversationId },
        query: { limit: "20", ...(pageParam && { before: String(pageParam) }) },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  });

/** The results of the tools in an exchange, in the order of the calls. They no longer change once the exchange is over. */
export const resultsQuery = (exchangeId: string) =>
  queryOptions({
    queryKey: ["results", exchangeId],
    queryFn: async () => {
      const query = { limit: "200" };
      const { items } = await client.listMessages({ params: { exchangeId }, query });
      return items.filter(({ role }) => role === "tool");
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
