import { APICallError } from "ai";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform";
import type { Provider } from "../providers/providers.ts";
import { toProviderError } from "./provider-error.ts";

const call = { model: "lab/test", provider: undefined, keys: ["a-planted-key"], now: Date.UTC(2026, 0, 1) };

const answer = (statusCode: number, body: unknown, responseHeaders: Record<string, string> = {}) =>
  new APICallError({
    message: "failed",
    url: "http://127.0.0.1/",
    requestBodyValues: {},
    statusCode,
    responseHeaders,
    responseBody: typeof body === "string" ? body : JSON.stringify(body),
  });

describe("a prompt that is too long", () => {
  it.each([
    "This model's maximum context length is 4097 tokens. However, your messages resulted in 5000 tokens.",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "prompt is too long: 214000 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
    "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
    "the request exceeds the available context size (4096 tokens), try increasing it",
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 200000 tokens",
    "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with 4096 tokens",
    "`inputs` tokens + `max_new_tokens` must be <= 4096",
  ])("is recognized by its message: %s", (message) => {
    const error = toProviderError(answer(400, { error: { message } }), call);
    expect(error).toMatchObject({ code: "context_window", retry: false });
  });

  it.each([
    ["a code", answer(400, { error: { code: "context_length_exceeded", message: "no" } })],
    ["the size of the request", answer(413, { type: "error", error: { type: "request_too_large", message: "no" } })],
    ["llama.cpp's type", answer(400, { error: { type: "exceed_context_size_error", message: "no" } })],
    ["an event in a stream", { type: "error", error: { code: "context_length_exceeded", message: "no" } }],
  ])("is recognized by %s", (_, thrown) => {
    expect(toProviderError(thrown, call).code).toBe("context_window");
  });
});

describe("the size of a prompt that is too long", () => {
  it.each([
    [
      "This model's maximum context length is 4097 tokens. However, your messages resulted in 5,000 tokens.",
      { promptTokens: 5000, contextWindow: 4097 },
    ],
    [
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion).",
      { promptTokens: 4500, contextWindow: 4096 },
    ],
    [
      "This endpoint's maximum context length is 131072 tokens. However, you requested about 150000 tokens (145000 of text input, 5000 in the output).",
      { promptTokens: 145_000, contextWindow: 131_072 },
    ],
    ["prompt is too long: 214000 tokens > 200000 maximum", { promptTokens: 214_000, contextWindow: 200_000 }],
    [
      "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length",
      { promptTokens: 190_000, contextWindow: 200_000 },
    ],
    [
      "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
      { promptTokens: 1_100_000, contextWindow: 1_048_576 },
    ],
    [
      "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it",
      { promptTokens: 9000, contextWindow: 8192 },
    ],
    [
      "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens and 500 `max_new_tokens`",
      { promptTokens: 4000, contextWindow: 4096 },
    ],
    ["the request exceeds the available context size (4096 tokens)", { promptTokens: null, contextWindow: 4096 }],
    ["Your input exceeds the context window of this model.", { promptTokens: null, contextWindow: null }],
    [
      "prompt is too long: 99999999999999999999 tokens > 200000 maximum",
      { promptTokens: null, contextWindow: 200_000 },
    ],
  ])("is read from: %s", (message, numbers) => {
    expect(toProviderError(answer(400, { error: { message } }), call).details).toMatchObject(numbers);
  });
});

describe("a failed call", () => {
  it.each([
    [
      "an empty account, with status 429",
      answer(429, { error: { code: "insufficient_quota", message: "x" } }),
      "provider_billing",
    ],
    [
      "an empty account, with status 400",
      answer(400, { error: { message: "Your credit balance is too low" } }),
      "provider_billing",
    ],
    [
      "a wrong key, with status 400",
      answer(400, { error: { message: "API key not valid. Please pass a valid API key." } }),
      "provider_denied",
    ],
    [
      "an unknown model, with status 400",
      answer(400, { error: { message: "foo/bar is not a valid model ID" } }),
      "unknown_model",
    ],
    [
      "moderation, with status 403",
      answer(403, { error: { message: "Your chosen model requires moderation" } }),
      "refused_by_model",
    ],
    [
      "a rate limit, in an array",
      answer(429, [{ error: { status: "RESOURCE_EXHAUSTED", message: "x" } }]),
      "rate_limited",
    ],
    [
      "an overload in a stream",
      { type: "error", error: { type: "overloaded_error", message: "x" } },
      "provider_unavailable",
    ],
    [
      "a status that a generic code does not override",
      answer(401, { error: { type: "api_error", message: "unauthorized" } }),
      "provider_denied",
    ],
    ["an answer that is not JSON", answer(200, "nonsense"), "invalid_answer"],
    ["anything else", "a thrown word", "provider_unavailable"],
  ])("is classified: %s", (_, thrown, code) => {
    expect(toProviderError(thrown, call).code).toBe(code);
  });

  it("becomes the AppError that the SDK has wrapped", () => {
    const own = new AppError("invalid_answer", "ours");
    expect(toProviderError(new Error("wrapped", { cause: new Error("twice", { cause: own }) }), call)).toBe(own);
  });

  it("becomes an error whose message and cause contain no key and no password from an address", () => {
    const error = toProviderError(new Error("a-planted-key at http://me:word@127.0.0.1 with sk-0123456789"), call);
    expect(error.message).toContain("[hidden] at http://me:[hidden]@127.0.0.1 with [hidden]");
    expect(String(error.cause)).not.toMatch(/planted|word|sk-/);
  });

  it("becomes an error without keys of four characters and more, because self-hosted servers accept short keys", () => {
    const short = { ...call, keys: ["pw12", "abc"] };
    expect(toProviderError(new Error("pw12 is no key, abc"), short).message).toContain("[hidden] is no key, abc");
  });
});

describe("the wait that a provider asks for", () => {
  const wait = (headers: Record<string, string>, body: unknown = {}) =>
    toProviderError(answer(429, body, headers), call).retryAfterMs;

  it.each<[Record<string, string>, number | undefined]>([
    [{ "retry-after": "120" }, 120_000],
    [{ "retry-after": "86400" }, 86_400_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "12.5" }, 13],
    [{ "retry-after": "Thu, 01 Jan 2026 00:02:00 GMT" }, 120_000],
    [{ "retry-after": "Wed, 31 Dec 2025 23:59:00 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "2592000" }, 2_592_000_000],
    [{ "retry-after": "99999999999999999999" }, undefined],
    [{ "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" }, undefined],
    [{ "retry-after-ms": "Infinity" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{}, undefined],
  ])("is read from the headers %j as %s ms", (headers, expected) => {
    expect(wait(headers)).toBe(expected);
  });

  it("is read from the body of Google's responses", () => {
    expect(wait({}, { error: { message: "x", details: [{ retryDelay: "34.07s" }] } })).toBe(34_070);
  });
});

it("the message of a provider's error contains no terminal control characters", () => {
  const message = "No.\u001b[2J\u001b]0;mine\u0007\u0000 Or\nelse.";
  const error = toProviderError(answer(418, { error: { message } }), call);
  expect(error.message).toContain("The provider said: No. [2J ]0;mine   Or\nelse.");
});

it("the error for a local provider that is not running says how to start it", () => {
  const provider: Provider = {
    ...{
      name: "ollama",
      kind: "compatible" as const,
      baseUrl: "http://127.0.0.1:11434/v1",
      urlFrom: "OLLAMA_BASE_URL",
    },
    ...{ keyVariable: null, key: undefined, keySource: null, keyProblem: null, unconfirmed: null, free: true },
  };
  const gone = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:11434"), { code: "ECONNREFUSED" });
  const error = toProviderError(gone, { ...call, provider });
  expect(error.message).toContain("Start Ollama, or set OLLAMA_BASE_URL");
});
