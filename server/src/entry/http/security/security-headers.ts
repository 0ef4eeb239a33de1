import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

const policyHeader = "content-security-policy";

/** The hash by which a policy allows an inline script or style. */
export const policyHash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The web app loads its own files and nothing else. Documents are written by models and shown as Markdown: even if a script
 * or a remote image slipped through the sanitiser, the browser would not run or fetch it.
 */
export const appPolicy = (inlineScripts: readonly string[] = []): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts.map(policyHash)].join(" "),
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

export function securityHeaders(): MiddlewareHandler {
  const secure = secureHeaders({
    xFrameOptions: "DENY",
    referrerPolicy: "no-referrer", // the first address contains the secret
    strictTransportSecurity: false, // on loopback, HTTP is plain; the header would force HTTPS on every port of localhost
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
  const policy = appPolicy();
  return async (c, next) => {
    await secure(c, next);
    // A page may set its own policy: the app's page allows its inline script, a page without the app allows less.
    if (!c.res.headers.has(policyHeader)) c.res.headers.set(policyHeader, policy);
  };
}
