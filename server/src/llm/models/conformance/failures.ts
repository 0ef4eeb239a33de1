import { inspect } from "node:util";
import { expect } from "vitest";
import { AppError } from "#platform";
import { type AdapterSetup, ask, askMock, askStub, type Behaviour, failureOf } from "./adapter-setup.ts";
import { plantedKey } from "./adapters.ts";
import { startStubServer } from "./stub-server.fixture.ts";
import type { Problem } from "./wire.ts";

type Headers = Record<string, string>;

/** An error status is never billed, the request is sent once, and the error contains no key. */
async function failWith(setup: AdapterSetup, status: number, body: unknown, headers: Headers = {}): Promise<AppError> {
  const { error, partial } = failureOf(await askStub(setup, { status, body, headers }));
  expect(partial).toMatchObject({ text: "", usage: null });
  expect(setup.stub.timesAsked()).toBe(1);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(plantedKey);
  if (!(error instanceof AppError)) throw new Error("Not an AppError.", { cause: error });
  return error;
}

/** Sends a failure in the provider's own format, and checks the resulting error. */
const failure =
  (problem: Problem | ((setup: AdapterSetup) => Problem), expected: object, headers: Headers = {}): Behaviour =>
  async (setup) => {
    const sent = typeof problem === "function" ? problem(setup) : problem;
    const error = await failWith(setup, sent.status, setup.adapter.wire.error(sent), headers);
    expect(error).toMatchObject(expected);
  };

const denied =
  (status: number): Behaviour =>
  async (setup) => {
    const said = { status, code: "authentication_error", message: `Incorrect API key: ${plantedKey}` };
    const error = await failWith(setup, status, setup.adapter.wire.error(said));
    expect(error).toMatchObject({ code: "provider_denied", retry: false });
    expect(error.message).toContain(setup.adapter.keyVariable ?? "without a key");
  };

const busy = { status: 429, code: "rate_limit_error", message: "Something is wrong." };
const rate = (headers: Headers, retryAfterMs: number | undefined): Behaviour =>
  failure(busy, { code: "rate_limited", retry: true, retryAfterMs }, headers);

const rateWithDate: Behaviour = async (setup) => {
  const at = new Date(Date.now() + 120_000).toUTCString();
  const error = await failWith(setup, 429, setup.adapter.wire.error(busy), { "retry-after": at });
  expect(error).toMatchObject({ code: "rate_limited", retry: true });
  const { retryAfterMs } = error;
  expect(retryAfterMs).toBeGreaterThan(60_000);
  expect(retryAfterMs).toBeLessThanOrEqual(120_000);
};

const unavailable = (status: number): Behaviour =>
  failure(
    { status, code: "overloaded_error", message: "Something is wrong." },
    { code: "provider_unavailable", retry: true, retryAfterMs: 7000 },
    { "retry-after": "7" },
  );

const brokenMock: Behaviour = async (setup) => {
  const { error, partial } = failureOf(await askMock(setup, "Now fail."));
  expect(error).toMatchObject({ code: "provider_unavailable", retry: true });
  expect(partial.usage).toBeNull();
};

const errorPage: Behaviour = async (setup) => {
  const page = `<html>${"<p>Bad gateway</p>".repeat(500)}</html>`;
  const error = await failWith(setup, 502, page, { "content-type": "text/html" });
  expect(error).toMatchObject({ code: "provider_unavailable", retry: true });
  expect(error.message.length).toBeLessThan(600);
};

const webPage: Behaviour = async (setup) => {
  const error = await failWith(setup, 200, "<html>Welcome</html>", { "content-type": "text/html; charset=utf-8" });
  expect(error).toMatchObject({ code: "invalid_answer", retry: false });
  expect(error.message).toMatch(/_BASE_URL|providers\.json/);
};

const redirect: Behaviour = async (setup) => {
  const error = await failWith(setup, 307, "", { location: "http://127.0.0.1:1/elsewhere" });
  expect(error).toMatchObject({ code: "provider_rejected", retry: false });
};

const away: Behaviour = async ({ adapter }) => {
  const gone = await startStubServer();
  await gone.close();
  const { error, partial } = failureOf(await ask(adapter.model, gone.url, {}));
  expect(error).toMatchObject({ code: "provider_unavailable", retry: true });
  expect(partial.usage).toBeNull();
};

const isPaid = { code: "provider_billing", retry: false };
const emptyAccount = { status: 429, code: "insufficient_quota", message: "Your credit balance is too low." };
const unfit = { status: 400, code: "invalid_request_error", message: "temperature is not supported" };

export const failures = {
  "400: prompt too long": failure(({ adapter }) => adapter.wire.overflow, { code: "context_window", retry: false }),
  "400: not accepted": failure(unfit, {
    code: "provider_rejected",
    retry: false,
    message: expect.stringContaining("temperature is not supported"),
  }),
  "401": denied(401),
  "403": denied(403),
  "404: unknown model": failure(
    { status: 404, code: "not_found_error", message: "No such thing." },
    { code: "unknown_model", retry: false },
  ),
  "429: wait in seconds": rate({ "retry-after": "0.5" }, 500),
  "429: wait of 120 s": rate({ "retry-after": "120" }, 120_000),
  "429: wait until a date": rateWithDate,
  "429: wait in milliseconds": rate({ "retry-after-ms": "1500", "retry-after": "2" }, 1500),
  "429: no wait stated": rate({}, undefined),
  "429: empty account": failure(emptyAccount, isPaid, { "retry-after": "1" }),
  "empty account, in the provider's words": failure(({ adapter }) => adapter.wire.billing, isPaid, {
    "retry-after": "1",
  }),
  "500": unavailable(500),
  "500, from the mock": brokenMock,
  "502": unavailable(502),
  "502 with a web page": errorPage,
  "503": unavailable(503),
  "529": unavailable(529),
  "a web page instead of an answer": webPage,
  redirect,
  "no server": away,
};
