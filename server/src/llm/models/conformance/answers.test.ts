import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallInput, callModel } from "../index.ts";
import { briefs } from "../rehearsal/sample-briefs.ts";
import { samplePrompt } from "../rehearsal/sample-prompts.ts";
import { adapters, settingsAt } from "./adapters.ts";

const words = "The plan holds, and here is why it does. It has three parts.";
const mock = new LLMock({ port: 0 });

beforeAll(async () => {
  mock.onMessage(/fail/, { error: { message: "It broke.", type: "server_error" }, status: 500 });
  mock.onMessage(/short/, { content: words, finishReason: "length" });
  mock.onMessage(/.*/, { content: words });
  await mock.start();
});
afterAll(() => mock.stop());

const [, rehearsalPrompt] = samplePrompt({ request: briefs.billing });
const everyone = [
  ...adapters.map(({ name, model }) => ({ name, model, content: "Write the plan." })),
  { name: "rehearsal", model: "rehearsal/briar", content: rehearsalPrompt?.text ?? "" },
];

describe.each(everyone)("$name", ({ name, model, content }) => {
  const call = (more: Partial<CallInput> = {}) =>
    callModel({
      model,
      instructions: "Follow the task.",
      messages: [{ role: "user", content }],
      settings: settingsAt(mock.url),
      ...more,
    });

  it("answers with text, usage and what the provider said", async () => {
    const result = await call();
    expect(result.finishReason).toBe("stop");
    if (name !== "rehearsal") expect(result.text).toBe(words);
    expect(result.usage.inputTokens).toBeGreaterThan(0);
    expect(result.usage.outputTokens).toBeGreaterThan(0);
    const record: unknown = JSON.parse(result.raw);
    expect(record).toMatchObject({ model, chunks: expect.arrayContaining([expect.anything()]) });
  });

  it("streams: the parts join to the text", async () => {
    const parts: string[] = [];
    const result = await call({ onText: (delta) => parts.push(delta) });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join("")).toBe(result.text);
  });

  it("stops when its caller does", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const onText = () => controller.abort(reason);
    await expect(call({ signal: controller.signal, onText })).rejects.toBe(reason);
  });
});

// What the mock says of a cap on the Responses wire is not what OpenAI says; that one is heard from the stub server.
describe.each(adapters.filter(({ model }) => model !== "openai/test-responses"))("$name", ({ model }) => {
  const call = (content: string) =>
    callModel({ model, instructions: "", messages: [{ role: "user", content }], settings: settingsAt(mock.url) });

  it("says when the answer was cut at its cap", async () => {
    expect(await call("Be short.")).toMatchObject({ text: words, finishReason: "length" });
  });

  it("says when the provider is broken", async () => {
    await expect(call("Now fail.")).rejects.toMatchObject({ code: "provider_unavailable", retry: true });
  });
});
