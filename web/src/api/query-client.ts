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
        // Retries while the server is starting, and twice after a network failure. Any other error of the API would
        // only occur again.
        retry: (failures, error) => isStarting(error) || (!(error instanceof ApiError) && failures < 2),
        throwOnError: isLockedOut,
      },
      mutations: { networkMode: "always", throwOnError: isLockedOut },
    },
  });
}
