import { type Route, routes } from "@dialectic/contract";
import type { Hono } from "hono";
import type { Ctx } from "#app";
import type { Env } from "./guard.ts";
import { handlers } from "./handlers.ts";
import { readInput } from "./read-input.ts";

/** The table says which input belongs to which handler; a loop over it cannot, so that the pair is checked by the schemas. */
type AnyHandler = (ctx: Ctx, input: unknown) => Promise<unknown>;

export function mountRoutes(hono: Hono<Env>, ctxOf: (userId: Env["Variables"]["userId"]) => Ctx): void {
  for (const [name, route] of Object.entries<Route>(routes)) {
    const handle = handlers[name as keyof typeof handlers] as AnyHandler;
    hono.on(route.method, route.path.replace(/\{(\w+)\}/g, ":$1"), async (c) => {
      const input = await readInput(route, c.req);
      const answer = await handle(ctxOf(c.get("userId")), input);
      // Parsed, so that nothing leaves that the contract does not know.
      return c.json(route.response.parse(answer), 200, { "cache-control": "no-store" });
    });
  }
}
