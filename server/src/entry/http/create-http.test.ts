import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Problem, type Route, routes } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSecret } from "#access";
import { type TestApp, testApp } from "#test";
import { openHttp, type TestHttp } from "./http.fixture.ts";

const id = "01a1e105-0c5c-7e63-a5ad-42d3eb928681";
/** Every address of the API, with an id in place of each name in braces. */
const addresses: [method: string, path: string][] = [
  ...Object.values<Route>(routes).map((route): [string, string] => [route.method, route.path.replace(/\{\w+\}/g, id)]),
  ["get", "/api/events"],
  ["get", "/api/wallet/statement.csv"],
  ["get", "/api/openapi.json"],
  ["get", "/api/nothing"],
  ["get", "/"],
  ["get", "/assets/app.js"],
];

let t: TestApp;
let http: TestHttp;
beforeAll(async () => {
  t = await testApp("pglite");
  http = openHttp(t);
});
afterAll(async () => {
  http.close();
  await t[Symbol.asyncDispose]();
});

const problemOf = async (response: Response): Promise<Problem> => {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = (await response.json()) as Problem;
  expect(problem).toMatchObject({ status: response.status, type: `urn:dialectic:problem:${problem.code}` });
  expect(problem.detail).not.toMatch(/\bat .*:\d+:\d+/); // no stack
  return problem;
};
const post = (body: BodyInit, type = "application/json"): RequestInit => ({
  method: "post",
  body,
  headers: { "content-type": type },
});

describe("the guard", () => {
  it.each(addresses)("refuses a request without the secret: %s %s", async (method, path) => {
    for (const headers of [
      {},
      { authorization: `Bearer ${createSecret()}` },
      { authorization: http.secret },
      { cookie: `dialectic-4317=${createSecret()}` },
      { cookie: `dialectic-4318=${http.secret}` },
    ]) {
      const response = await http.sendBare(path, { method, headers });
      expect(response.status).toBe(401);
      expect((await problemOf(response)).code).toBe("unauthorized");
    }
  });

  it.each(addresses)("refuses foreign hosts and foreign pages, even with the secret: %s %s", async (method, path) => {
    for (const headers of [
      { host: "evil.example:4317" },
      { host: "127.0.0.1:9999" },
      { origin: "http://evil.example" },
      { origin: "null" },
      { origin: "http://localhost:9999" },
    ]) {
      const response = await http.send(path, { method, headers });
      expect(response.status).toBe(403);
      expect((await problemOf(response)).code).toBe("forbidden_origin");
    }
  });

  it("answers a health check to its own host name without a secret, and reveals nothing but ok", async () => {
    const response = await http.sendBare("/api/health");
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect((await http.sendBare("/api/health", { headers: { host: "evil.example:4317" } })).status).toBe(403);
  });

  it("accepts the secret in the address, sets it as a cookie, and redirects to the address without it", async () => {
    const response = await http.sendBare(`/sessions/${id}?stage=thesis&token=${http.secret}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/sessions/${id}?stage=thesis`);
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^dialectic-4317=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const [pair = ""] = cookie.split(";");
    expect((await http.sendBare("/api/models", { headers: { cookie: pair } })).status).toBe(200);
    expect((await http.sendBare(`/?token=${createSecret()}`)).status).toBe(401);
  });

  it("explains a missing secret in a page that people can read", async () => {
    const response = await http.sendBare("/", { headers: { accept: "text/html" } });
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await response.text()).toContain("Open the address that the server printed");
  });

  it.each(["/api/health", "/api/nothing", "/"])("sets the security headers on everything: %s", async (path) => {
    const { headers } = await http.sendBare(path);
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("strict-transport-security")).toBeNull();
  });
});

describe("requests", () => {
  it.each([
    ["a malformed id", "/api/projects/17", {}, "path.projectId"],
    ["a limit out of bounds", "/api/jobs?limit=5000", {}, "query.limit"],
    ["an unknown status", "/api/jobs?status=sleeping", {}, "query.status"],
    ["a body without a brief", "/api/projects", post("{}"), "body.brief"],
    ["an unknown field", "/api/projects", post('{"brief":"x","owner":"me"}'), "body"],
  ])("are refused with an error that names the invalid part: %s", async (_, path, init, where) => {
    const problem = await problemOf(await http.send(path, init));
    expect(problem).toMatchObject({ code: "invalid_input", status: 400 });
    expect(problem.details).toContainEqual(expect.objectContaining({ path: where }));
  });

  it.each([
    ["a body that is not JSON", post("brief=x"), "not valid JSON"],
    ["an empty body", { method: "post", headers: { "content-type": "application/json" } }, "not valid JSON"],
    ["a form", post("brief=x", "application/x-www-form-urlencoded"), "content-type: application/json"],
    ["plain text, which any page may send", post('{"brief":"x"}', "text/plain"), "content-type: application/json"],
    ["100,000 levels of nesting", post(`{"brief":${"[".repeat(100_000)}${"]".repeat(100_000)}}`), "nested too deeply"],
    ["a body over the limit", post(`{"brief":"${"x".repeat(17 * 2 ** 20)}"}`), "larger than 16 MB"],
  ])("are refused: %s", async (_, init, sentence) => {
    const problem = await problemOf(await http.send("/api/projects", init));
    expect(problem).toMatchObject({ code: "invalid_input", detail: expect.stringContaining(sentence) });
  });

  it.each([
    ["an empty brief", { brief: " \n" }, "empty_brief"],
    ["an unknown process", { brief: "A hedge.", process: "grand" }, "unknown_process"],
  ])("are refused with an error code that names the reason: %s", async (_, body, code) => {
    expect((await problemOf(await http.send("/api/projects", post(JSON.stringify(body))))).code).toBe(code);
    expect(await http.client.listProjects({ query: {} })).toEqual({ items: [], next: null });
  });
});

describe("responses", () => {
  it.each([
    ["get", "/api/nothing"],
    ["post", "/api/processes"],
    ["delete", `/api/projects/${id}`],
    ["post", "/"],
  ])("are problems if no route has the address: %s %s", async (method, path) => {
    expect((await problemOf(await http.send(path, { method }))).code).toBe("not_found");
  });

  it("are not cached if they are problems or answer a request that changes something", async () => {
    expect((await http.send("/api/nothing")).headers.get("cache-control")).toBe("no-store");
    const quote = await http.send(
      "/api/quotes",
      post(JSON.stringify({ brief: "Plant.", models: ["rehearsal/atlas"] })),
    );
    expect([quote.status, quote.headers.get("cache-control"), quote.headers.get("etag")]).toEqual([
      200,
      "no-store",
      null,
    ]);
  });

  it("to GET are tagged with a hash of their content, and transferred again only if it has changed", async () => {
    const first = await http.send("/api/projects");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const again = await http.send("/api/projects", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    await http.client.createProject({ body: { brief: "Plant a hedge along the road." } });
    const changed = await http.send("/api/projects", { headers: { "if-none-match": etag } });
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
    expect(await changed.text()).toContain("hedge");
  });

  it.each([
    ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
    ["gzip", "gzip;q=1.0, br;q=0", gunzipSync],
    ["br", "*", brotliDecompressSync],
  ])("are compressed with %s for a client that accepts %s", async (encoding, accepted, decompress) => {
    const plain = await http.send("/api/openapi.json");
    const sent = await http.send("/api/openapi.json", { headers: { "accept-encoding": accepted } });
    const bytes = Buffer.from(await sent.arrayBuffer());
    expect(sent.headers.get("content-encoding")).toBe(encoding);
    expect(sent.headers.get("content-length")).toBe(String(bytes.length));
    expect(sent.headers.get("vary")).toBe("accept-encoding");
    expect(sent.headers.get("etag")).toBe(plain.headers.get("etag"));
    const text = await plain.text();
    expect(decompress(bytes).toString()).toBe(text);
    expect(bytes.length).toBeLessThan(text.length / 4);
  });

  it.each([
    ["the client accepts no encoding that we offer", "/api/openapi.json", "identity, deflate"],
    ["they are small", "/api/health", "gzip, br"],
  ])("are not compressed if %s", async (_why, path, accepted) => {
    const sent = await http.send(path, { headers: { "accept-encoding": accepted } });
    expect([sent.headers.get("content-encoding"), sent.headers.get("vary")]).toEqual([null, "accept-encoding"]);
    expect(await sent.json()).toBeTypeOf("object");
  });

  it("are not compressed on the event stream, because compression would delay events", async () => {
    const leave = new AbortController();
    const sent = await http.send("/api/events", {
      headers: { "accept-encoding": "gzip, br" },
      signal: leave.signal,
    });
    expect([sent.headers.get("content-encoding"), sent.headers.get("etag")]).toEqual([null, null]);
    const { value } = (await sent.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toMatch(/^id: \d+\n\n$/);
    leave.abort();
  });

  it("report an unexpected error in one sentence, without its stack", async () => {
    await using broken = await testApp("pglite");
    const brokenHttp = openHttp(broken);
    await broken.database.asOwner((_, script) => script("alter table projects rename to elsewhere"));
    const problem = await problemOf(await brokenHttp.send("/api/projects"));
    expect(problem).toMatchObject({
      code: "internal",
      status: 500,
      detail: expect.stringMatching(/^Something unexpected happened: .+\.$/),
    });
    brokenHttp.close();
  });
});
