import type { MiddlewareHandler } from "hono";

/** Who asks for the head alone reads no body: whatever feeds it (a file, the events) would stay open for good. */
export const leaveNoBody: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
};
