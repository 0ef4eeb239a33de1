import type { z } from "zod";
import type { Problem } from "./errors.ts";
import type { Route } from "./route.ts";
import { type RouteName, routes } from "./routes.ts";

type Part<R, Key extends string> = R extends { [K in Key]: infer S extends z.ZodType } ? z.input<S> : never;
type Parts<R> = { [K in "params" | "query" | "body" as Part<R, K> extends never ? never : K]: Part<R, K> };
/** Sent again under the same key, the request makes nothing new and is answered as the first time. */
type Keyed<R> = R extends { creates: true } ? { idempotencyKey?: string } : unknown;
type Input<R> = keyof Parts<R> extends never ? Record<string, never> : Parts<R> & Keyed<R>;
type Output<R> = R extends { response: infer S extends z.ZodType } ? z.output<S> : never;

/** Every route as a function of its parameters, query and body. */
export type Client = {
  [Name in RouteName]: (input?: Input<(typeof routes)[Name]>) => Promise<Output<(typeof routes)[Name]>>;
};

/** Thrown when the API answers with a problem; `problem.code` is what to branch on. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

type Sent = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
};

function request(route: Route, input: Sent): { path: string; init: RequestInit } {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(key, String(value));
  }
  const headers: Record<string, string> = {};
  if (input.idempotencyKey !== undefined) headers["idempotency-key"] = input.idempotencyKey;
  const init: RequestInit = { method: route.method.toUpperCase(), headers };
  if (input.body !== undefined) {
    init.body = JSON.stringify(input.body);
    headers["content-type"] = "application/json";
  }
  return { path: query.size > 0 ? `${path}?${query}` : path, init };
}

/** `send` is `fetch` bound to a server, or the server's own door called in process: the client cannot tell. */
export function createClient(send: (path: string, init: RequestInit) => Promise<Response>): Client {
  const entries = Object.entries(routes).map(([name, route]: [string, Route]) => [
    name,
    async (input: Sent = {}) => {
      const { path, init } = request(route, input);
      const response = await send(path, init);
      if (!response.ok) throw new ApiError((await response.json()) as Problem);
      return route.response.parse(await response.json());
    },
  ]);
  return Object.fromEntries(entries) as Client;
}
