import { ApiError } from "@dialectic/contract";
import { QueryClient } from "@tanstack/react-query";
import { isLockedOut, isStarting } from "./client.ts";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server may be on this machine: the browser's idea of being offline says nothing about it.
        networkMode: "always",
        // The event stream says what changed; looking at the window does not.
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // An answer of the API will not be another one the second time, unless the server was starting; a broken line may.
        retry: (failures, error) => isStarting(error) || (!(error instanceof ApiError) && failures < 2),
        throwOnError: isLockedOut,
      },
      mutations: { networkMode: "always", throwOnError: isLockedOut },
    },
  });
}
