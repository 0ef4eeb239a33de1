import type { z } from "zod";
import type { Problem } from "./errors.ts";
import type { Route } from "./route.ts";
import { type RouteName, routes } from "./routes.ts";

type Part<R, Key extends string> = R extends { [K in Key]: infer S extends z.ZodType } ? z.input<S> : never;
type Parts<R> = { [K in "params" | "query" | "body" as Part<R, K> extends never ? never : K]: Part<R, K> };
type Input<R> = keyof Parts<R> extends never ? Record<string, never> : Parts<R>;
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

type Sent = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

function request(route: Route, input: Sent): { path: string; init: RequestInit } {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(key, String(value));
  }
  const init: RequestInit = { method: route.method.toUpperCase() };
  if (input.body !== undefined) {
    init.body = JSON.stringify(input.body);
    init.headers = { "content-type": "application/json" };
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
