import { ApiError } from "@dialectic/contract";
import { QueryClient } from "@tanstack/react-query";
import { isLockedOut, isStarting } from "./client.ts";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server may run on this machine, where it can be reached even if the browser is offline.
        networkMode: "always",
        // The event stream reports changes, so there is no need to refetch when the window gets the focus.
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // Retries while the server is starting, and up to twice after a network failure. Other errors of the API would only
        // occur again.
        retry: (failures, error) => isStarting(error) || (!(error instanceof ApiError) && failures < 2),
        throwOnError: isLockedOut,
      },
      mutations: { networkMode: "always", throwOnError: isLockedOut },
    },
  });
}
