import { ApiError } from "@dialectic/contract";
import { QueryClient } from "@tanstack/react-query";
import { isLockedOut, isStarting } from "./client.ts";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server may be on this machine, so the browser's offline state says nothing about it.
        networkMode: "always",
        // The event stream reports changes, so focusing the window need not refetch.
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // The API would give the same answer again, unless the server is starting; a network failure may be gone.
        retry: (failures, error) => isStarting(error) || (!(error instanceof ApiError) && failures < 2),
        throwOnError: isLockedOut,
      },
      mutations: { networkMode: "always", throwOnError: isLockedOut },
    },
  });
}
