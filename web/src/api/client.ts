import { ApiError, createClientFor } from "@dialectic/contract";
import { addresses } from "./addresses.ts";
import { takeFirstAnswer } from "./first-answers.ts";

/** The API on this page's own origin. The secret is in a cookie that the server has set. */
export const client = createClientFor(addresses, async (path, init) => {
  const first = init.method === "GET" ? takeFirstAnswer(path) : undefined;
  if (first) return { ok: true, json: async () => first.value };
  return fetch(path, { ...init, credentials: "same-origin" });
});

/** True if the page was opened without the secret, or if the server has a new secret. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === "unauthorized";

/** True if the server is still starting. */
export const isStarting = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === "server_starting";

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.problem.code === "not_found" || error.problem.code === "invalid_input");
