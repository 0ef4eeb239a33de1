import { readWindowsFor } from "#sessions";
import type { Handlers } from "./handler.ts";

type Preparations = {
  [Name in keyof Handlers]?: (
    ctx: Parameters<Handlers[Name]>[0],
    input: Parameters<Handlers[Name]>[1],
  ) => Promise<void>;
};

/**
 * Calls to other servers that happen before a request is handled. A request with an idempotency key is handled in one transaction,
 * and no network call is made inside a transaction.
 */
export const preparations: Preparations = {
  createSession: readWindowsFor,
};
