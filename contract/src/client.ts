import type { z } from "zod";
import type { Problem } from "./errors.ts";
import type { RouteName, routes } from "./routes.ts";

type Part<R, Key extends string> = R extends { [K in Key]: infer S extends z.ZodType } ? z.input<S> : never;
type Parts<R> = { [K in "params" | "query" | "body" as Part<R, K> extends never ? never : K]: Part<R, K> };
/** A query without required fields may be omitted. */
type Lenient<P> = P extends { query: infer Q } ? (object extends Q ? Omit<P, "query"> & { query?: Q } : P) : P;
/** A request that is repeated with the same key creates nothing new and returns the first result. */
type Keyed<R> = R extends { creates: true } ? { idempotencyKey?: string } : unknown;
type Input<R> = keyof Parts<R> extends never ? Record<string, never> : Lenient<Parts<R>> & Keyed<R>;
type Output<R> = R extends { response: infer S extends z.ZodType } ? z.output<S> : never;

/** Every route as a function of its parameters, query and body. */
export type Client = {
  [Name in RouteName]: (input?: Input<(typeof routes)[Name]>) => Promise<Output<(typeof routes)[Name]>>;
};

/** Thrown when the API returns a problem. Branch on `problem.code`. */
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

function request(operation: Operation, input: Sent): { path: string; init: RequestInit } {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(key, String(value));
  }
  const headers: Record<string, string> = {};
  if (input.idempotencyKey !== undefined) headers["idempotency-key"] = input.idempotencyKey;
  const init: RequestInit = { method: operation.method.toUpperCase(), headers };
  if (input.body !== undefined) {
    init.body = JSON.stringify(input.body);
    headers["content-type"] = "application/json";
  }
  return { path: query.size > 0 ? `${path}?${query}` : path, init };
}

/** The part of a route that a client needs: the method, the path and, if it validates responses, their schema. */
export type Operation = { method: "get" | "post"; path: string; response?: { parse(value: unknown): unknown } };

/** `fetch` bound to a server, or the server's HTTP layer called in process. */
export type Send = (path: string, init: RequestInit) => Promise<Pick<Response, "ok" | "json">>;

/**
 * A client for the given operations. The web app passes addresses without schemas, because the schemas and zod would double
 * the size of its code. It needs no validation: it talks only to the server that it was loaded from.
 */
export function createClientFor(operations: Record<RouteName, Operation>, send: Send): Client {
  const entries = Object.entries(operations).map(([name, operation]) => [
    name,
    async (input: Sent = {}) => {
      const { path, init } = request(operation, input);
      const response = await send(path, init);
      if (!response.ok) throw new ApiError((await response.json()) as Problem);
      const answer: unknown = await response.json();
      return operation.response ? operation.response.parse(answer) : answer;
    },
  ]);
  return Object.fromEntries(entries) as Client;
}
