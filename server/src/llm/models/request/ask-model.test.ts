import { APICallError } from "ai";
import type { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "#platform";
import {
  finish,
  missingUsage,
  modelThatFails,
  modelThatStreams,
  type StreamPart,
  text,
} from "../answer/scripted-stream.fixture.ts";
import { estimateTokens } from "../answer/usage.ts";
import { askById } from "./ask-by-id.fixture.ts";
import { askLanguageModel } from "./ask-model.ts";
import type { CallById } from "./call-input.ts";
import { toRequest } from "./to-request.ts";

const input: CallById = {
  model: "rehearsal/atlas",
  instructions: "Follow the task.",
  messages: [{ role: "user", content: "Write down what is to be done, and by whom, in about a page." }],
};
const connection = { provider: undefined, keys: [], chunkMs: 10_000 };
async function ask(model: MockLanguageModelV4, more: Partial<CallById> = {}) {
  const whole = { ...input, ...more };
  return askLanguageModel({ connection, model, input: whole }, await toRequest(whole));
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
  ] as const)("that ends with %s after some text is reported as %s", async (said, finishReason) => {
    const outcome = await ask(modelThatStreams([...text("Some text."), finish(said)]));
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
  ])("with the provider's reason %s is reported as %s", async (raw, finishReason) => {
    const end = { ...finish("other"), finishReason: { unified: "other", raw } } as StreamPart;
    const outcome = await ask(modelThatStreams([...text("Some text."), end]));
    expect(outcome).toMatchObject({ ok: true, answer: { text: "Some text.", finishReason, providerReason: raw } });
  });

  it("without reported usage gets an estimate, marked as such", async () => {
    const outcome = await ask(modelThatStreams([...text("Some text."), finish("stop", missingUsage)]));
    expect(outcome).toMatchObject({ ok: true, answer: { usage: guess("Some text.") } });
  });

  it("that breaks off after some text is kept up to that point, with estimated usage", async () => {
    const broken = modelThatStreams([...text("Some text."), { type: "error", error: new Error("overloaded") }]);
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
    ["an untrusted certificate", unreached("SELF_SIGNED_CERT_IN_CHAIN"), "provider_unavailable"],
    ["a status of 400", apiError(400), "provider_rejected"],
    ["a status of 401", apiError(401), "provider_denied"],
    ["a status of 429", apiError(429), "rate_limited"],
    ["a status of 503", apiError(503), "provider_unavailable"],
    ["an error of our own gateway", new AppError("invalid_answer", "A web page."), "invalid_answer"],
  ] as const)("with %s has no usage, and is sent once", async (_, thrown, code) => {
    const model = modelThatFails(thrown);
    const outcome = await ask(model);
    expect(outcome).toMatchObject({ ok: false, error: { code }, partial: { text: "", usage: null } });
    expect(model.doStreamCalls).toHaveLength(1);
  });

  it("whose stream begins with an error has no usage", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const outcome = await ask(
      modelThatStreams([
        { type: "raw", rawValue: error },
        { type: "error", error },
      ]),
    );
    expect(outcome).toMatchObject({ ok: false, error: { code: "provider_unavailable" }, partial: { usage: null } });
  });

  it.each([
    ["a connection lost after the request was sent", modelThatFails(unreached("UND_ERR_SOCKET"))],
    [
      "a stream that breaks before the first word",
      modelThatStreams([...text(""), { type: "error", error: new Error("gone") }]),
    ],
    ["an answer that is not JSON", modelThatFails(apiError(200))],
  ])("with %s has its estimated input as usage", async (_, model) => {
    const outcome = await ask(model);
    expect(outcome).toMatchObject({ ok: false, partial: { usage: guess("") } });
    expect(model.doStreamCalls).toHaveLength(1);
  });

  it.each([
    [
      "a refusal",
      modelThatStreams([...text(""), finish("content-filter")]),
      { code: "refused_by_model", retry: false },
    ],
    ["an empty answer", modelThatStreams([...text(" \n"), finish("stop")]), { code: "empty_answer", retry: true }],
    ["reasoning alone", modelThatStreams([...text(""), finish("length")]), { code: "empty_answer", retry: false }],
    [
      "reasoning alone, between tags",
      modelThatStreams([...text("<think>\nWhich hall"), finish("length")]),
      { code: "empty_answer", retry: false },
    ],
  ])("with %s has the reported usage, also in its error", async (_, model, error) => {
    const outcome = await ask(model);
    expect(outcome).toMatchObject({ ok: false, error: { ...error, details: { usage: reported } } });
    expect(outcome).toMatchObject({ partial: { usage: reported, raw: expect.stringContaining("rehearsal/atlas") } });
  });

  it("that far exceeds its output cap is stopped, charged for the text received, and not retried", async () => {
    const words = Array.from({ length: 3_000 }, () => text("word after word ")).flat();
    const outcome = await ask(modelThatStreams([...words, finish("stop")]), { maxOutputTokens: 100 });
    expect(outcome).toMatchObject({ ok: false, error: { code: "invalid_answer", retry: false } });
    if (outcome.ok) return;
    expect(outcome.partial.text.length).toBeLessThan(20_100);
    expect(outcome.partial.usage).toEqual(expect.objectContaining(guess(outcome.partial.text)));
  });

  it("that receives only keep-alives is stopped", async () => {
    const signs: StreamPart[] = Array.from({ length: 21_000 }, () => ({ type: "raw", rawValue: {} }));
    const outcome = await ask(modelThatStreams([...signs, ...text("At last."), finish("stop")]), {
      maxOutputTokens: 100,
    });
    expect(outcome).toMatchObject({ ok: false, error: { code: "invalid_answer", retry: false } });
  });

  it("that cannot be converted to the provider's format has no usage", async () => {
    const unclear = z.custom<string>();
    const tools = [{ name: "search", description: "Finds documents.", input: unclear.transform((text) => text) }];
    const outcome = await askById({ ...input, tools });
    expect(outcome).toMatchObject({ ok: false, partial: { text: "", usage: null, raw: null } });
  });
});

describe("a call stopped by its caller", () => {
  it("before the request has no usage", async () => {
    const reason = new Error("enough");
    const outcome = await askById({ ...input, signal: AbortSignal.abort(reason) });
    expect(outcome).toMatchObject({ ok: false, thrown: reason, partial: { text: "", usage: null } });
  });

  it("in the middle of the answer returns the signal's reason, the text so far and its estimated usage", async () => {
    const controller = new AbortController();
    const reason = new AppError("lease_lost", "Another worker has the job.");
    const onText = () => controller.abort(reason);
    const outcome = await askById({ ...input, signal: controller.signal, onText });
    if (outcome.ok) throw new Error("The call was not stopped.");
    expect(outcome.error).toBe(reason);
    expect(outcome.thrown).toBe(reason);
    expect(outcome.partial.text).not.toBe("");
    expect(outcome.partial.usage).toEqual(expect.objectContaining(guess(outcome.partial.text)));
  });

  it("with a reason that is not an AppError returns an AppError with that reason as its cause", async () => {
    const controller = new AbortController();
    const onText = () => controller.abort("bored");
    const outcome = await askById({ ...input, signal: controller.signal, onText });
    expect(outcome).toMatchObject({ ok: false, error: { code: "internal", cause: "bored" }, thrown: "bored" });
  });

  it("through an error in `onText` returns that error and the usage of the text received", async () => {
    const fault = new Error("the screen is gone");
    const onText = () => {
      throw fault;
    };
    const outcome = await ask(modelThatStreams([...text("Some text."), finish("stop")]), { onText });
    expect(outcome).toMatchObject({ ok: false, thrown: fault, partial: { usage: guess("Some text.") } });
  });
});
