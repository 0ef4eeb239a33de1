import type { UserId } from "@dialectic/contract";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { isSecret } from "#access";
import { AppError } from "#platform";
import { assertOwnOrigin } from "./assert-own-origin.ts";

export type Env = { Variables: { userId: UserId } };

export type GuardOptions = { secret: string; port: number; userId: UserId };

/**
 * Browsers share cookies between ports: without the port in the name, two servers on one machine would sign each other
 * out.
 */
const cookieName = (port: number) => `dialectic-${port}`;

/**
 * Refuses requests without the secret. Programs send it as a bearer token and the browser as a cookie. To set the cookie, a
 * person opens an address that contains the secret (`?token=`). The guard then redirects to the address without the secret,
 * so that bookmarks do not contain it.
 */
export function guard({ secret, port, userId }: GuardOptions): MiddlewareHandler<Env> {
  return async (c, next) => {
    assertOwnOrigin({ host: hostOf(c), origin: c.req.header("origin"), port });
    if (c.req.path === "/api/health") return next();
    if (c.req.method === "GET" && isSecret(secret, c.req.query("token"))) return welcome(c, { secret, port });
    if (!isSecret(secret, bearerOf(c)) && !isSecret(secret, getCookie(c, cookieName(port)))) {
      throw new AppError(
        "unauthorized",
        "This request lacks the server's secret. Open the address that the server printed when it started.",
      );
    }
    c.set("userId", userId);
    return next();
  };
}

/** True if the request contains the secret: in its address, as a bearer token or as a cookie. */
export const knowsSecret = (c: Context, { secret, port }: { secret: string; port: number }): boolean =>
  [c.req.query("token"), bearerOf(c), getCookie(c, cookieName(port))].some((given) => isSecret(secret, given));

/** A request made within the process has no Host header; then the host in its URL applies. */
export const hostOf = (c: Context): string => c.req.header("host") ?? new URL(c.req.url).host;

const bearerOf = (c: Context): string | undefined => c.req.header("authorization")?.match(/^Bearer +(\S+)$/i)?.[1];

function welcome(c: Context, { secret, port }: { secret: string; port: number }): Response {
  setCookie(c, cookieName(port), secret, { path: "/", httpOnly: true, sameSite: "Strict" });
  const url = new URL(c.req.url);
  url.searchParams.delete("token");
  c.header("cache-control", "no-store");
  return c.redirect(`${url.pathname}${url.search}`, 303);
}
