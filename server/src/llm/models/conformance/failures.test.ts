import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "#platform";
import { callModel } from "../index.ts";
import { adapters, plantedKey, settingsAt } from "./adapters.ts";
import { startStubServer } from "./stub-server.ts";

let stub: Awaited<ReturnType<typeof startStubServer>>;
beforeAll(async () => {
  stub = await startStubServer();
});
afterAll(() => stub.close());

describe.each(adapters)("$name", ({ model, keyVariable, wire }) => {
  const ask = (url = stub.url) =>
    callModel({ model, instructions: "", messages: [{ role: "user", content: "Go." }], settings: settingsAt(url) });

  async function failure(status: number, body: unknown, headers: Record<string, string> = {}): Promise<AppError> {
    stub.answerWith({ status, body, headers });
    const thrown: unknown = await ask().catch((error: unknown) => error);
    expect(stub.timesAsked()).toBe(1);
    if (!(thrown instanceof AppError)) throw new Error(`Not an AppError: ${inspect(thrown)}`);
    expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain(plantedKey);
    return thrown;
  }
  const body = (status: number, code: string, message = "Something is wrong.") => wire.error({ status, code, message });

  it("knows a prompt that is too long", async () => {
    const { status } = wire.overflow;
    expect(await failure(status, wire.error(wire.overflow))).toMatchObject({ code: "context_window", retry: false });
  });

  it.each([401, 403])("knows %i, and says which variable to set, without the key it repeats", async (status) => {
    const error = await failure(status, body(status, "authentication_error", `Incorrect API key: ${plantedKey}`));
    expect(error).toMatchObject({ code: "provider_denied", retry: false });
    expect(error.message).toContain(keyVariable);
  });

  it("knows a model that the provider does not know", async () => {
    const error = await failure(404, body(404, "not_found_error", "No such thing."));
    expect(error).toMatchObject({ code: "unknown_model", retry: false });
    expect(error.message).toContain(model);
  });

  it.each([
    ["in seconds", { "retry-after": "120" }, 120_000],
    ["in parts of a second", { "retry-after": "0.5" }, 500],
    ["in milliseconds", { "retry-after-ms": "1500", "retry-after": "2" }, 1500],
  ])("honours a wait %s", async (_, headers, retryAfterMs) => {
    const error = await failure(429, body(429, "rate_limit_error"), headers);
    expect(error).toMatchObject({ code: "rate_limited", retry: true, retryAfterMs });
  });

  it("honours a date to come back at", async () => {
    const at = new Date(Date.now() + 120_000).toUTCString();
    const { retryAfterMs } = await failure(429, body(429, "rate_limit_error"), { "retry-after": at });
    expect(retryAfterMs).toBeGreaterThan(60_000);
    expect(retryAfterMs).toBeLessThanOrEqual(120_000);
  });

  it("leaves the wait open where the provider says none", async () => {
    const error = await failure(429, body(429, "rate_limit_error"));
    expect(error).toMatchObject({ code: "rate_limited", retry: true, retryAfterMs: undefined });
  });

  it("does not try again when the account is empty", async () => {
    const error = await failure(wire.billing.status, wire.error(wire.billing), { "retry-after": "1" });
    expect(error).toMatchObject({ code: "provider_billing", retry: false });
  });

  it.each([500, 502, 503, 529])("takes %i for a failure that passes, and honours its wait", async (status) => {
    const error = await failure(status, body(status, "overloaded_error"), { "retry-after": "7" });
    expect(error).toMatchObject({ code: "provider_unavailable", retry: true, retryAfterMs: 7000 });
  });

  it("takes an error in HTML for what its status says, and does not repeat the page", async () => {
    const page = `<html>${"<p>Bad gateway</p>".repeat(500)}</html>`;
    const error = await failure(502, page, { "content-type": "text/html" });
    expect(error).toMatchObject({ code: "provider_unavailable", retry: true });
    expect(error.message.length).toBeLessThan(600);
  });

  it("does not try again what the provider does not accept", async () => {
    const error = await failure(400, body(400, "invalid_request_error", "temperature is not supported"));
    expect(error).toMatchObject({ code: "provider_rejected", retry: false });
    expect(error.message).toContain("temperature is not supported");
  });

  it("says that an address leads to a web page", async () => {
    const error = await failure(200, "<html>Welcome</html>", { "content-type": "text/html; charset=utf-8" });
    expect(error).toMatchObject({ code: "invalid_answer", retry: false });
    expect(error.message).toMatch(/_BASE_URL|providers\.json/);
  });

  it("is not sent on to another host", async () => {
    const error = await failure(307, "", { location: "http://127.0.0.1:1/elsewhere" });
    expect(error).toMatchObject({ code: "provider_rejected", retry: false });
  });

  it("may be away for a while", async () => {
    const gone = await startStubServer();
    await gone.close();
    await expect(ask(gone.url)).rejects.toMatchObject({ code: "provider_unavailable", retry: true });
  });
});
