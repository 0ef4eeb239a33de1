import type { MiddlewareHandler } from "hono";

/**
 * The answer to a HEAD request has no body. Without this middleware, the source of the body (a file, the event stream) would
 * stay open.
 */
export const cancelHeadBody: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
};
