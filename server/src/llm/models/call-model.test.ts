import { APICallError } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it, vi } from "vitest";
import { AppError } from "#platform";
import type { CallInput } from "./call-input.ts";
import { callModel, streamAnswer } from "./call-model.ts";
import { countPieces } from "./rehearsal/pieces.ts";
import { briefs } from "./rehearsal/sample-briefs.ts";
import { samplePrompt } from "./rehearsal/sample-prompts.ts";

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

const [, user] = samplePrompt({ request: briefs.billing });
const input: CallInput = {
  model: "rehearsal/atlas",
  instructions: "Follow the task.",
  messages: [{ role: "user", content: user?.text ?? "" }],
};

describe("a call", () => {
  it("streams the text and returns it with its usage", async () => {
    const onText = vi.fn();
    const result = await callModel({ ...input, onText });
    expect(onText.mock.calls.map(([delta]) => delta).join("")).toBe(result.text);
    expect(onText.mock.calls.length).toBeGreaterThan(10);
    expect(result.finishReason).toBe("stop");
    expect(result.usage).toMatchObject({ outputTokens: countPieces(result.text), estimated: false });
    expect(result.text).toMatch(/^# Business case\n/);
  });

  it("gives the same bytes every time, the raw answer included, and nothing of when it was", async () => {
    const [one, other] = await Promise.all([callModel(input), callModel(input)]);
    expect(other).toEqual(one);
    expect(JSON.parse(one.raw)).toEqual({
      model: "rehearsal/atlas",
      chunks: [
        {
          text: one.text,
          finish_reason: "end_of_text",
          usage: { input_tokens: one.usage.inputTokens, output_tokens: one.usage.outputTokens },
        },
      ],
    });
  });

  it("is cut at its cap and continued where it stopped", async () => {
    const whole = await callModel(input);
    const first = await callModel({ ...input, maxOutputTokens: 400 });
    expect(first).toMatchObject({ finishReason: "length", usage: { outputTokens: 400 } });
    const messages: CallInput["messages"] = [
      ...input.messages,
      { role: "assistant", content: first.text },
      { role: "user", content: "Continue." },
    ];
    const second = await callModel({ ...input, messages });
    expect(first.text + second.text).toBe(whole.text);
  });

  it("is not made for a model nobody knows", async () => {
    await expect(callModel({ ...input, model: "rehearsal/atlsa" })).rejects.toMatchObject({ code: "unknown_model" });
  });

  it("says when the prompt is too long for the model", async () => {
    const content = `<<<request 0123456789ab>>>\n${"word ".repeat(130_000)}\n<<<end request 0123456789ab>>>\n\n${user?.text.slice(user.text.indexOf("<<<task"))}`;
    await expect(callModel({ ...input, messages: [{ role: "user", content }] })).rejects.toMatchObject({
      code: "context_window",
      retry: false,
    });
  });
});

describe("an abort", () => {
  it("before the call throws the signal's reason", async () => {
    const reason = new AppError("run_cancelled", "Cancelled by the user.");
    await expect(callModel({ ...input, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("during the call throws the signal's reason, and what was heard was heard", async () => {
    const controller = new AbortController();
    const reason = new AppError("lease_lost", "Another worker has the job.");
    let heard = "";
    const onText = (delta: string) => {
      heard += delta;
      controller.abort(reason);
    };
    await expect(callModel({ ...input, signal: controller.signal, onText })).rejects.toBe(reason);
    expect(heard).not.toBe("");
  });
});

describe("a provider", () => {
  const usage = {
    inputTokens: { total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 3, text: 3, reasoning: 0 },
  };
  const missing = {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  };
  const text = (delta: string): StreamPart[] => [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "1" },
    ...(delta === "" ? [] : [{ type: "text-delta" as const, id: "1", delta }]),
    { type: "text-end", id: "1" },
  ];
  type Finish = Extract<StreamPart, { type: "finish" }>;
  const finish = (unified: Finish["finishReason"]["unified"], used: Finish["usage"] = usage): StreamPart => ({
    type: "finish",
    finishReason: { unified, raw: unified },
    usage: used,
  });
  const saying = (parts: StreamPart[]) =>
    new MockLanguageModelV4({ doStream: async () => ({ stream: convertArrayToReadableStream(parts) }) });
  const line = { provider: undefined, keys: [], chunkMs: 10_000 };
  const failing = (error: Error) =>
    new MockLanguageModelV4({
      doStream: async () => {
        throw error;
      },
    });
  const apiError = (isRetryable: boolean) =>
    new APICallError({
      message: "busy",
      url: "http://localhost",
      requestBodyValues: {},
      statusCode: isRetryable ? 503 : 401,
      isRetryable,
    });

  it.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content-filter", "content-filter"],
    ["other", "other"],
    ["tool-calls", "other"],
  ] as const)("that ends with %s after some text is heard as %s", async (said, heard) => {
    const result = await streamAnswer(saying([...text("Some text."), finish(said)]), input, line);
    expect(result).toMatchObject({
      text: "Some text.",
      finishReason: heard,
      usage: { inputTokens: 7, outputTokens: 3, estimated: false },
    });
  });

  it("that reports no usage gets an estimate, marked as one", async () => {
    const answering = saying([...text("Some text."), finish("stop", missing)]);
    const { usage: estimated } = await streamAnswer(answering, input, line);
    expect(estimated).toMatchObject({ outputTokens: countPieces("Some text."), estimated: true });
    expect(estimated.inputTokens).toBeGreaterThan(100);
  });

  it.each([
    ["is unreachable", () => failing(new TypeError("fetch failed")), { code: "provider_unavailable", retry: true }],
    ["is busy", () => failing(apiError(true)), { code: "provider_unavailable", retry: true }],
    ["does not accept the key", () => failing(apiError(false)), { code: "provider_denied", retry: false }],
    [
      "breaks off with an error before the first word",
      () => saying([...text(""), { type: "error", error: new Error("overloaded") }]),
      { code: "provider_unavailable", retry: true },
    ],
    [
      "spends its whole output cap on thinking",
      () => saying([...text(""), finish("length")]),
      { code: "empty_answer", retry: false },
    ],
    ["refuses", () => saying([...text(""), finish("content-filter")]), { code: "refused_by_model", retry: false }],
    ["says nothing", () => saying([...text(" \n"), finish("stop")]), { code: "empty_answer", retry: true }],
  ])("that %s is an error with a code, asked once", async (_, make, expected) => {
    const model = make();
    await expect(streamAnswer(model, input, line)).rejects.toMatchObject(expected);
    expect(model.doStreamCalls).toHaveLength(1);
  });

  it("that breaks off after some text is heard as far as it came, its usage guessed", async () => {
    const broken = saying([...text("Some text."), { type: "error", error: new Error("overloaded") }]);
    const result = await streamAnswer(broken, input, line);
    expect(result).toMatchObject({ text: "Some text.", finishReason: "interrupted", usage: { estimated: true } });
    expect(JSON.parse(result.raw)).toMatchObject({ brokeOff: expect.stringContaining("overloaded") });
  });

  it("is not blamed for a listener that throws", async () => {
    const fault = new Error("the screen is gone");
    const onText = () => {
      throw fault;
    };
    const model = saying([...text("Some text."), finish("stop")]);
    await expect(streamAnswer(model, { ...input, onText }, line)).rejects.toBe(fault);
  });
});
