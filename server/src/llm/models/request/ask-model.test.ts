import { APICallError } from "ai";
import type { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "#platform";
import { failing, finish, missingUsage, type StreamPart, saying, text } from "../answer/says.fixture.ts";
import { estimateTokens } from "../answer/usage.ts";
import { askById } from "./ask-by-id.fixture.ts";
import { askOver } from "./ask-model.ts";
import type { Asking } from "./call-input.ts";
import { toRequest } from "./to-request.ts";

const input: Asking = {
  model: "rehearsal/atlas",
  instructions: "Follow the task.",
  messages: [{ role: "user", content: "Write down what is to be done, and by whom, in about a page." }],
};
const line = { provider: undefined, keys: [], chunkMs: 10_000 };
async function ask(model: MockLanguageModelV4, more: Partial<Asking> = {}) {
  const whole = { ...input, ...more };
  return askOver({ line, model, input: whole }, await toRequest(whole));
}

const reported = { inputTokens: 7, outputTokens: 3, estimated: false };
const sent = estimateTokens("Follow the task.\nWrite down what is to be done, and by whom, in about a page.");
const guess = (said: string) => ({ inputTokens: sent, outputTokens: estimateTokens(said), estimated: true });

const apiError = (statusCode: number | undefined, more: { cause?: unknown } = {}) =>
  new APICallError({
    message: "no",
    url: "http://127.0.0.1",
    requestBodyValues: {},
    ...(statusCode === undefined ? {} : { statusCode }),
    ...more,
  });
const unreached = (code: string) =>
  apiError(undefined, { cause: new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) }) });

describe("an answer", () => {
  it.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content-filter", "content-filter"],
    ["other", "other"],
    ["tool-calls", "other"],
  ] as const)("that ends with %s after some text is heard as %s", async (said, finishReason) => {
    const outcome = await ask(saying([...text("Some text."), finish(said)]));
    expect(outcome).toMatchObject({ ok: true, answer: { text: "Some text.", finishReason, usage: reported } });
  });

  it.each([
    ["eos_token", "stop"],
    ["COMPLETE", "stop"],
    ["max_tokens", "length"],
    ["model_length", "context-window"],
    ["insufficient_system_resource", "interrupted"],
    ["refusal", "refusal"],
    ["constructor", "other"],
    [undefined, "interrupted"],
  ])("whose provider says %s is heard as %s", async (raw, finishReason) => {
    const end = { ...finish("other"), finishReason: { unified: "other", raw } } as StreamPart;
    const outcome = await ask(saying([...text("Some text."), end]));
    expect(outcome).toMatchObject({ ok: true, answer: { text: "Some text.", finishReason, providerReason: raw } });
  });

  it("without a word on usage gets an estimate, marked as one", async () => {
    const outcome = await ask(saying([...text("Some text."), finish("stop", missingUsage)]));
    expect(outcome).toMatchObject({ ok: true, answer: { usage: guess("Some text.") } });
  });

  it("that breaks off after some text is heard as far as it came, its usage guessed", async () => {
    const broken = saying([...text("Some text."), { type: "error", error: new Error("overloaded") }]);
    const outcome = await ask(broken);
    if (!outcome.ok) throw outcome.error;
    expect(outcome.answer).toMatchObject({
      text: "Some text.",
      finishReason: "interrupted",
      usage: guess("Some text."),
    });
    expect(JSON.parse(outcome.answer.raw)).toMatchObject({ brokeOff: expect.stringContaining("overloaded") });
  });
});

describe("a failed call", () => {
  it.each([
    ["a refused connection", unreached("ECONNREFUSED"), "provider_unavailable"],
    ["an unknown host", unreached("ENOTFOUND"), "provider_unavailable"],
    ["a certificate nobody trusts", unreached("SELF_SIGNED_CERT_IN_CHAIN"), "provider_unavailable"],
    ["a status of 400", apiError(400), "provider_rejected"],
    ["a status of 401", apiError(401), "provider_denied"],
    ["a status of 429", apiError(429), "rate_limited"],
    ["a status of 503", apiError(503), "provider_unavailable"],
    ["an error of our own at the door", new AppError("invalid_answer", "A web page."), "invalid_answer"],
  ] as const)("with %s used nothing, and was asked once", async (_, thrown, code) => {
    const model = failing(thrown);
    const outcome = await ask(model);
    expect(outcome).toMatchObject({ ok: false, error: { code }, heard: { text: "", usage: null } });
    expect(model.doStreamCalls).toHaveLength(1);
  });

  it("with an error as the first word of its stream used nothing", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const outcome = await ask(
      saying([
        { type: "raw", rawValue: error },
        { type: "error", error },
      ]),
    );
    expect(outcome).toMatchObject({ ok: false, error: { code: "provider_unavailable" }, heard: { usage: null } });
  });

  it.each([
    ["a connection lost after the request was sent", failing(unreached("UND_ERR_SOCKET"))],
    ["a stream that breaks before the first word", saying([...text(""), { type: "error", error: new Error("gone") }])],
    ["an answer that is no JSON", failing(apiError(200))],
  ])("with %s may have used its input, as a guess", async (_, model) => {
    const outcome = await ask(model);
    expect(outcome).toMatchObject({ ok: false, heard: { usage: guess("") } });
    expect(model.doStreamCalls).toHaveLength(1);
  });

  it.each([
    ["a refusal", saying([...text(""), finish("content-filter")]), { code: "refused_by_model", retry: false }],
    ["an empty answer", saying([...text(" \n"), finish("stop")]), { code: "empty_answer", retry: true }],
    ["nothing but thoughts", saying([...text(""), finish("length")]), { code: "empty_answer", retry: false }],
  ])("with %s used what the provider says, and its error says so too", async (_, model, error) => {
    const outcome = await ask(model);
    expect(outcome).toMatchObject({ ok: false, error: { ...error, details: { usage: reported } } });
    expect(outcome).toMatchObject({ heard: { usage: reported, raw: expect.stringContaining("rehearsal/atlas") } });
  });

  it("with an answer that goes far beyond its cap is given up, pays for what came, and is not tried again", async () => {
    const words = Array.from({ length: 3_000 }, () => text("word after word ")).flat();
    const outcome = await ask(saying([...words, finish("stop")]), { maxOutputTokens: 100 });
    expect(outcome).toMatchObject({ ok: false, error: { code: "invalid_answer", retry: false } });
    if (outcome.ok) return;
    expect(outcome.heard.text.length).toBeLessThan(20_100);
    expect(outcome.heard.usage).toEqual(expect.objectContaining(guess(outcome.heard.text)));
  });

  it("with nothing but signs of life is given up as well", async () => {
    const signs: StreamPart[] = Array.from({ length: 21_000 }, () => ({ type: "raw", rawValue: {} }));
    const outcome = await ask(saying([...signs, ...text("At last."), finish("stop")]), { maxOutputTokens: 100 });
    expect(outcome).toMatchObject({ ok: false, error: { code: "invalid_answer", retry: false } });
  });

  it("that cannot be put into the provider's format used nothing", async () => {
    const unclear = z.custom<string>();
    const tools = [{ name: "search", description: "Finds documents.", input: unclear.transform((text) => text) }];
    const outcome = await askById({ ...input, tools });
    expect(outcome).toMatchObject({ ok: false, heard: { text: "", usage: null, raw: null } });
  });
});

describe("a call its own caller stops", () => {
  it("before it is made used nothing", async () => {
    const reason = new Error("enough");
    const outcome = await askById({ ...input, signal: AbortSignal.abort(reason) });
    expect(outcome).toMatchObject({ ok: false, thrown: reason, heard: { text: "", usage: null } });
  });

  it("in the middle gives the reason itself, the text so far and a guess", async () => {
    const controller = new AbortController();
    const reason = new AppError("lease_lost", "Another worker has the job.");
    const onText = () => controller.abort(reason);
    const outcome = await askById({ ...input, signal: controller.signal, onText });
    if (outcome.ok) throw new Error("It went on.");
    expect(outcome.error).toBe(reason);
    expect(outcome.thrown).toBe(reason);
    expect(outcome.heard.text).not.toBe("");
    expect(outcome.heard.usage).toEqual(expect.objectContaining(guess(outcome.heard.text)));
  });

  it("with a reason that is no error of ours is wrapped, and the reason kept", async () => {
    const controller = new AbortController();
    const onText = () => controller.abort("bored");
    const outcome = await askById({ ...input, signal: controller.signal, onText });
    expect(outcome).toMatchObject({ ok: false, error: { code: "internal", cause: "bored" }, thrown: "bored" });
  });

  it("by a listener that throws is not the provider's fault, and has used what was heard", async () => {
    const fault = new Error("the screen is gone");
    const onText = () => {
      throw fault;
    };
    const outcome = await ask(saying([...text("Some text."), finish("stop")]), { onText });
    expect(outcome).toMatchObject({ ok: false, thrown: fault, heard: { usage: guess("Some text.") } });
  });
});
