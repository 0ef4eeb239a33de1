import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/**
 * The web app loads its own files and nothing else. Documents are written by models and shown as Markdown: should a
 * script or a remote image ever slip through the sanitiser, the browser does not run or fetch it.
 */
export function securityHeaders(): MiddlewareHandler {
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: "DENY",
    referrerPolicy: "no-referrer", // the first address carries the secret
    strictTransportSecurity: false, // plain HTTP on loopback; the header would bind every other port of localhost
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
  return async (c, next) => {
    let own: string | null = null;
    await secure(c, async () => {
      await next();
      own = c.res.headers.get("content-security-policy");
    });
    // A page without the app brings a stricter policy of its own (`page.ts`).
    if (own !== null) c.res.headers.set("content-security-policy", own);
  };
}
