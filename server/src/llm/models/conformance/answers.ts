import { expect } from "vitest";
import { z } from "zod";
import type { Message, Tool } from "../index.ts";
import { answerOf, askMock, askStub, type Behaviour, failureOf } from "./adapter-setup.ts";
import type { Reply } from "./stub-server.fixture.ts";
import type { Wire } from "./wire.ts";

export const words = ["The plan holds, ", "and here is why: ", "it has three parts."];
export const text = words.join("");
const usage = { inputTokens: 11, outputTokens: 7, estimated: false };

export const Plan = z.object({ title: z.string(), days: z.number().int() });
export const plan = { title: "Move the shop", days: 3 };
export const search: Tool = {
  name: "search",
  description: "Searches the documents for some words.",
  input: z.object({ query: z.string() }),
};
const call = { id: "call_1", name: "search", input: '{"query":"rain in May"}' };

const answerOn = (wire: Wire, reason: "stop" | "length" = "stop"): Reply => ({
  frames: [...wire.say(words), ...wire.finish(reason)],
  ending: "end",
});

const textAndUsage: Behaviour = async (setup) => {
  const answer = answerOf(await askStub(setup, answerOn(setup.adapter.wire)));
  expect(answer).toMatchObject({ text, finishReason: "stop", usage, object: undefined, toolCalls: [] });
  expect(JSON.parse(answer.raw)).toMatchObject({ model: setup.adapter.model, chunks: expect.any(Array) });
};

const textOfMock: Behaviour = async (setup) => {
  const answer = answerOf(await askMock(setup, "Write the plan."));
  expect(answer).toMatchObject({ text, finishReason: "stop" });
  expect(answer.usage.inputTokens).toBeGreaterThan(0);
  expect(answer.usage.outputTokens).toBeGreaterThan(0);
};

const stream: Behaviour = async (setup) => {
  const parts: string[] = [];
  const onText = (delta: string) => parts.push(delta);
  answerOf(await askStub(setup, answerOn(setup.adapter.wire), { onText }));
  expect(parts).toEqual(words);
  parts.length = 0;
  answerOf(await askMock(setup, "Write the plan.", { onText }));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join("")).toBe(text);
};

const structured: Behaviour = async (setup) => {
  const frames = setup.adapter.wire.object(JSON.stringify(plan));
  const answer = answerOf(await askStub(setup, { frames, ending: "end" }, { schema: Plan }));
  expect(answer).toMatchObject({ object: plan, text: JSON.stringify(plan), finishReason: "stop", usage });
  for (const field of ["title", "days"]) expect(setup.stub.lastBody()).toContain(field);
  expect(answerOf(await askMock(setup, "As an object.", { schema: Plan })).object).toEqual(plan);
};

const wrongShape: Behaviour = async (setup) => {
  const frames = setup.adapter.wire.object('{"title":"Move the shop"}');
  const failure = failureOf(await askStub(setup, { frames, ending: "end" }, { schema: Plan }));
  const problems = [expect.stringContaining("days: ")];
  expect(failure).toMatchObject({ error: { code: "invalid_answer", retry: true, details: { problems, usage } } });
  expect(failure.partial).toMatchObject({ text: '{"title":"Move the shop"}', usage });
};

const tools: Behaviour = async (setup) => {
  const frames = setup.adapter.wire.call(call);
  const answer = answerOf(await askStub(setup, { frames, ending: "end" }, { tools: [search] }));
  const toolCalls = [{ name: "search", input: { query: "rain in May" } }];
  expect(answer).toMatchObject({ finishReason: "tool-calls", toolCalls, usage });
  for (const what of [search.name, search.description, "query"]) expect(setup.stub.lastBody()).toContain(what);
  const mocked = answerOf(await askMock(setup, "Look it up.", { tools: [search] }));
  expect(mocked).toMatchObject({ finishReason: "tool-calls", toolCalls });
};

const toolResults: Behaviour = async (setup) => {
  const { adapter, stub } = setup;
  const first = await askStub(setup, { frames: adapter.wire.call(call), ending: "end" }, { tools: [search] });
  const { toolCalls } = answerOf(first);
  const messages: Message[] = [
    { role: "user", content: "Does it rain in May?" },
    { role: "assistant", content: "", toolCalls },
    ...toolCalls.map(({ id, name }): Message => ({ role: "tool", callId: id, name, content: "Nine days of rain." })),
  ];
  expect(answerOf(await askStub(setup, answerOn(adapter.wire), { tools: [search], messages })).text).toBe(text);
  const sent = stub.lastBody();
  for (const what of ["Nine days of rain.", "rain in May", "search"]) expect(sent).toContain(what);
  // The request repeats what the provider attached to the tool call: a signature (Google) or an id.
  expect(sent).toContain(adapter.name === "Google" ? "c2lnbmVkLWJ5LWdvb2dsZQ==" : call.id);
};

const length: Behaviour = async (setup) => {
  const answer = answerOf(await askStub(setup, answerOn(setup.adapter.wire, "length"), { maxOutputTokens: 77 }));
  expect(answer).toMatchObject({ text, finishReason: "length", usage });
  expect(setup.stub.lastBody()).toMatch(/:77\b/);
  // On the Responses wire, the mock's finish reason differs from OpenAI's.
  if (setup.adapter.name === "OpenAI Responses") return;
  expect(answerOf(await askMock(setup, "Be short."))).toMatchObject({ text, finishReason: "length" });
};

const abort: Behaviour = async (setup) => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const reply = { frames: setup.adapter.wire.say(words), ending: "stall" } as const;
  const onText = () => controller.abort(reason);
  const outcome = await askStub(setup, reply, { signal: controller.signal, onText });
  expect(outcome).toMatchObject({ ok: false, thrown: reason, partial: { usage: { estimated: true } } });
  expect(failureOf(outcome).partial.text).not.toBe("");
};

export const answers = {
  text: textAndUsage,
  "text, from the mock": textOfMock,
  stream,
  "structured output": structured,
  "structured output of a wrong shape": wrongShape,
  tools,
  "tools, with their results": toolResults,
  length,
  "stopped by its caller": abort,
};
