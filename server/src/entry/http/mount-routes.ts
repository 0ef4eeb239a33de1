import { type Route, routes } from "@dialectic/contract";
import type { Hono } from "hono";
import type { Ctx } from "#app";
import { answerOnce } from "#requests";
import { readWindowsFor } from "#sessions";
import type { Handlers } from "./handlers/handler.ts";
import { handlers } from "./handlers/handlers.ts";
import { readInput } from "./read-input.ts";
import type { Env } from "./security/guard.ts";

const headers = { "content-type": "application/json", "cache-control": "no-store" };

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
const preparations: Preparations = {
  createSession: readWindowsFor,
};

/**
 * The types of the table match each handler with its input. A loop over the table loses that match, so the schemas
 * validate the input instead.
 */
type AnyHandler = (ctx: Ctx, input: unknown) => Promise<unknown>;

export function mountRoutes(hono: Hono<Env>, ctxOf: (userId: Env["Variables"]["userId"]) => Ctx): void {
  for (const [name, route] of Object.entries<Route>(routes)) {
    const handle = handlers[name as keyof typeof handlers] as AnyHandler;
    const prepare = preparations[name as keyof typeof handlers] as AnyHandler | undefined;
    hono.on(route.method, route.path.replace(/\{(\w+)\}/g, ":$1"), async (c) => {
      const input = await readInput(route, c.req);
      // The contract's schema drops every field that it does not define.
      const act = async (ctx: Ctx) => JSON.stringify(route.response.parse(await handle(ctx, input)));
      const ctx = { ...ctxOf(c.get("userId")), left: () => c.req.raw.signal };
      await prepare?.(ctx, input);
      const key = route.creates && c.req.header("idempotency-key");
      if (key === undefined) return c.body(await act(ctx), 200, headers);
      const { answer, isRepeated } = await answerOnce(ctx, { key, request: [name, input], act });
      return c.body(answer, 200, isRepeated ? { ...headers, "idempotent-replayed": "true" } : headers);
    });
  }
}
