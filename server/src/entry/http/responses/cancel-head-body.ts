import type { MiddlewareHandler } from "hono";

/** A HEAD request reads no body: without this its source (a file, the event stream) would stay open. */
export const cancelHeadBody: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
};
