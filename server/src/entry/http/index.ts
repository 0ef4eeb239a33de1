/**
 * The HTTP layer: the API, the live events and the web app, on loopback.
 *
 * Words:
 * - route: an entry of the contract's table
 * - handler: the function of a route, in `handlers/`. It calls an operation of a module below: this layer only
 *   translates and decides nothing.
 * - problem: an error as the API returns it (problem+json with a stable code)
 * - event stream: `GET /api/events`, the one response that never ends
 *
 * Owns no tables.
 *
 * Always true:
 * - Every request passes the guard first (`security/`). Listening only on loopback is no protection: any page in the
 *   user's browser can send requests there. Hence three checks. The Host must be a loopback name with our port; a
 *   foreign name that resolves to 127.0.0.1 is refused. If there is an Origin, it must be ours. The request must carry
 *   the secret. Only `/api/health` needs no secret, and it returns only ok.
 * - The contract's one table of schemas validates requests and responses and generates the OpenAPI document.
 * - A handler acts as the user the guard found; ids in the path are looked up with that user's permissions.
 * - Every answer that is not a success is a problem. An unexpected error is returned with its message, never its stack.
 * - The server answers while the web app is still being built, and if there is none.
 */
export { createHttp, type HttpApp } from "./create-http.ts";
export { type Listener, listen } from "./listen.ts";
export { openApi } from "./open-api.ts";
export { type Serving, serve } from "./serve.ts";
export { describeWebBuild } from "./web/web-build.ts";
