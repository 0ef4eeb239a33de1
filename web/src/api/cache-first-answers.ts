import type { QueryClient } from "@tanstack/react-query";
import { firstAddresses } from "./first-answers.ts";
import { inboxQuery, inboxTotalQuery } from "./inbox-queries.ts";
import { walletQuery } from "./money-queries.ts";
import { documentQuery, documentsQuery, modelsQuery, processesQuery, projectsQuery, sessionQuery } from "./queries.ts";

/**
 * Runs the queries whose answers came with the document, so that the first render finds them in the cache and nothing is
 * rendered twice. Does not wait for queries that have to make a request. Other embedded answers are used when a page asks
 * for them.
 */
export async function cacheFirstAnswers(queryClient: QueryClient): Promise<void> {
  const nextTask = new Promise((resolve) => setTimeout(resolve));
  await Promise.race([nextTask, Promise.all(firstAddresses().map((address) => runQuery(queryClient, address)))]);
}

function runQuery(cache: QueryClient, address: string): Promise<void> | undefined {
  const { pathname, search } = new URL(address, location.origin);
  const [collection = "", id = "", part = ""] = pathname.split("/").slice(2);
  switch (`${collection}${id && "/"}${part && `/${part}`}${search}`) {
    case "projects":
      return cache.prefetchInfiniteQuery(projectsQuery());
    case "inbox?limit=1":
      return cache.prefetchQuery(inboxTotalQuery);
    case "inbox?limit=30":
      return cache.prefetchInfiniteQuery(inboxQuery(null));
    case "wallet":
      return cache.prefetchQuery(walletQuery);
    case "models":
      return cache.prefetchQuery(modelsQuery);
    case "processes":
      return cache.prefetchQuery(processesQuery);
    case "sessions/":
      return cache.prefetchQuery(sessionQuery(id));
    case "sessions//documents":
      return cache.prefetchQuery(documentsQuery(id));
    case "documents/":
      return cache.prefetchQuery(documentQuery(id));
    default:
      return undefined;
  }
}
