/**
 * The HTTP layer: the API, the live events and the web app, on loopback.
 *
 * Words: a *route* is an entry of the contract's table; its *handler* is a verb of a module below, found in
 * `handlers/`, and nothing else: this layer translates and decides nothing. A *problem* is an error as the API
 * answers it (problem+json with a stable code). The *event stream* is `GET /api/events`, the one answer that never ends.
 *
 * Owns no tables.
 *
 * Always true:
 * - Every request passes the guard first. Listening on loopback only protects nothing by itself: any page in the
 *   user's browser can send requests there. Hence three checks: the Host must be a loopback name with our port (a foreign
 *   name that resolves to 127.0.0.1 is refused), the Origin, when there is one, must be ours (`security/`),
 *   and the request must carry the secret. Only `/api/health` needs no secret, and it returns nothing but ok.
 * - What the contract describes is what is validated and what the OpenAPI document says: one table of schemas.
 * - A handler acts as the user the guard found; ids in the path are looked up with that user's permissions.
 * - Every answer that is not a success is a problem; an unexpected error tells its message, never its stack.
 * - The server answers while the web app is still being built, and without it.
 */
export { createHttp, type HttpApp } from "./create-http.ts";
export { type Listener, listen } from "./listen.ts";
export { openApi } from "./open-api.ts";
export { type Serving, serve } from "./serve.ts";
export { describeWebBuild } from "./web/web-build.ts";
