import { describe, expect, it } from "vitest";
import { z } from "zod";
import { askLanguageModel } from "../request/ask-model.ts";
import type { CallById } from "../request/call-input.ts";
import { toRequest } from "../request/to-request.ts";
import { finish, modelThatStreams, type StreamPart, text } from "./scripted-stream.fixture.ts";

const Plan = z.object({ title: z.string(), days: z.number().int().positive(), risks: z.array(z.string()).default([]) });
const plan = { title: "Move the shop", days: 3, risks: ["rain"] };
const search = {
  name: "search",
  description: "Finds documents.",
  input: z.object({ query: z.string(), limit: z.number().default(5) }),
};
const connection = { provider: undefined, keys: ["a-planted-key"], chunkMs: 10_000 };

async function ask<T>(parts: StreamPart[], more: Partial<CallById<T>>) {
  const model = modelThatStreams(parts);
  const input: CallById<T> = {
    model: "lab/test",
    instructions: "Be exact.",
    messages: [{ role: "user", content: "Plan it." }],
    ...more,
  };
  const outcome = await askLanguageModel({ connection, model, input }, await toRequest(input));
  return { outcome, sent: model.doStreamCalls[0] };
}

const usage = { inputTokens: 7, outputTokens: 3, estimated: false };

describe("a requested object", () => {
  it("is parsed by its schema, and its text is kept", async () => {
    const { outcome, sent } = await ask([...text(JSON.stringify(plan)), finish("stop")], { schema: Plan });
    expect(outcome).toMatchObject({ ok: true, answer: { object: plan, text: JSON.stringify(plan), toolCalls: [] } });
    expect(sent?.responseFormat).toMatchObject({ type: "json", schema: { required: ["title", "days"] } });
  });

  it.each([
    ["in a code block", `Here it is:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`\nDone.`],
    ["in a sentence", `Certainly: ${JSON.stringify(plan)} — as asked.`],
    ["without fields that have a default", '{"title":"Move the shop","days":3}'],
  ])("is found %s", async (_, said) => {
    const { outcome } = await ask([...text(said), finish("stop")], { schema: Plan });
    expect(outcome).toMatchObject({ ok: true, answer: { object: { title: "Move the shop", days: 3 } } });
  });

  it.each([
    ["is not JSON", "I would rather not. a-planted-key", "stop", "The answer is not JSON.", true],
    ["lacks a field", '{"days":3}', "stop", "title: ", true],
    ["has a wrong value", '{"title":"x","days":-1}', "stop", "days: ", true],
    ["was cut at its cap", '{"title":"Move the', "length", "The answer is not JSON.", false],
    ["is an array", "[1, 2]", "stop", "the value: ", true],
  ] as const)(
    "fails the call, with the problem and the usage, if the answer %s",
    async (_, said, reason, wrong, retry) => {
      const { outcome } = await ask([...text(said), finish(reason)], { schema: Plan });
      const problems = expect.arrayContaining([expect.stringContaining(wrong)]);
      const kept = said.replace("a-planted-key", "[hidden]");
      expect(outcome).toMatchObject({
        ok: false,
        error: { code: "invalid_answer", retry, details: { problems, usage, model: "lab/test", text: kept } },
        partial: { text: kept, usage },
      });
    },
  );

  it("can be requested again if the stream broke off", async () => {
    const parts: StreamPart[] = [...text('{"title":'), { type: "error", error: new Error("gone") }];
    const { outcome } = await ask(parts, { schema: Plan });
    const estimate = { estimated: true };
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: "invalid_answer", retry: true },
      partial: { usage: estimate },
    });
  });

  it.each<[string, z.ZodType, boolean]>([
    ["every field is required", z.object({ a: z.string(), b: z.array(z.object({ c: z.null() })) }), true],
    ["a field is optional", z.object({ a: z.string(), b: z.string().optional() }), false],
    ["a nested field is optional", z.object({ b: z.array(z.object({ c: z.string().optional() })) }), false],
    ["field names are arbitrary", z.object({ a: z.record(z.string(), z.number()) }), false],
  ])("uses strict mode only if its schema allows it: %s", async (_, schema, strictJsonSchema) => {
    const { sent } = await ask([...text("{}"), finish("stop")], { schema });
    expect(sent?.providerOptions).toMatchObject({
      openai: { strictJsonSchema },
      openaiCompatible: { strictJsonSchema },
    });
  });
});

describe("a tool call", () => {
  const call = (input: unknown, toolName = "search"): StreamPart => ({
    type: "tool-call",
    toolCallId: "c1",
    toolName,
    input: typeof input === "string" ? input : JSON.stringify(input),
    providerMetadata: { google: { thoughtSignature: "abc" } },
  });

  it.each(["tool-calls", "stop"] as const)("is returned with its input parsed (finish reason: %s)", async (said) => {
    const { outcome, sent } = await ask([call({ query: "rain" }), finish(said)], { tools: [search] });
    const providerMetadata = { google: { thoughtSignature: "abc" } };
    const toolCalls = [{ id: "c1", name: "search", input: { query: "rain", limit: 5 }, providerMetadata }];
    expect(outcome).toMatchObject({ ok: true, answer: { finishReason: "tool-calls", text: "", toolCalls, usage } });
    expect(sent?.tools).toMatchObject([{ name: "search", description: "Finds documents." }]);
  });

  it("takes precedence over the requested object", async () => {
    const { outcome } = await ask([call({ query: "rain" }), finish("tool-calls")], { tools: [search], schema: Plan });
    expect(outcome).toMatchObject({ ok: true, answer: { object: undefined, finishReason: "tool-calls" } });
  });

  it.each([
    ["with a wrong input", call({ query: 7 }), "search: query: "],
    ["with an input that is not JSON", call('{"query'), "search: the value: "],
    ["of a tool that was not offered", call({}, "delete"), "There is no tool delete."],
    ["whose name contains a key", call({}, "a-planted-key"), "There is no tool [hidden]."],
  ])("%s makes the answer invalid", async (_, part, wrong) => {
    const { outcome } = await ask([part, finish("tool-calls")], { tools: [search] });
    const problems = [expect.stringContaining(wrong)];
    expect(outcome).toMatchObject({ ok: false, error: { code: "invalid_answer", details: { problems, usage } } });
  });

  it("is ignored if the answer was cut off after it", async () => {
    const { outcome } = await ask([...text("Let me look."), call({ query: "rain" }), finish("length")], {
      tools: [search],
    });
    expect(outcome).toMatchObject({ ok: true, answer: { finishReason: "length", toolCalls: [] } });
  });

  it("is sent back unchanged with its result", async () => {
    const providerMetadata = { google: { thoughtSignature: "abc" } };
    const toolCalls = [{ id: "c1", name: "search", input: { query: "rain" }, providerMetadata }];
    const { sent } = await ask([...text("It rains."), finish("stop")], {
      tools: [search],
      messages: [
        { role: "user", content: "Does it rain?" },
        { role: "assistant", content: "", toolCalls },
        { role: "tool", callId: "c1", name: "search", content: "Yes, all day." },
      ],
    });
    expect(sent?.prompt.slice(2)).toMatchObject([
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "c1", input: { query: "rain" }, providerOptions: providerMetadata }],
      },
      { role: "tool", content: [{ toolCallId: "c1", output: { type: "text", value: "Yes, all day." } }] },
    ]);
  });

  it("without a result makes the request invalid", async () => {
    const { outcome } = await ask([...text("It rains."), finish("stop")], {
      tools: [search],
      messages: [
        { role: "user", content: "Does it rain?" },
        { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "search", input: {} }] },
        { role: "user", content: "Well?" },
      ],
    });
    const error = { code: "provider_rejected", retry: false };
    expect(outcome).toMatchObject({ ok: false, error, partial: { usage: null } });
  });
});
