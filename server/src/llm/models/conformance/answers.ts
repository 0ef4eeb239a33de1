import { expect } from "vitest";
import { z } from "zod";
import type { Message, Tool } from "../index.ts";
import { answerOf, askMock, askStub, type Behaviour, failureOf } from "./station.ts";
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

const said = (wire: Wire, reason: "stop" | "length" = "stop"): Reply => ({
  frames: [...wire.say(words), ...wire.finish(reason)],
  ending: "end",
});

const textAndUsage: Behaviour = async (station) => {
  const answer = answerOf(await askStub(station, said(station.adapter.wire)));
  expect(answer).toMatchObject({ text, finishReason: "stop", usage, object: undefined, toolCalls: [] });
  expect(JSON.parse(answer.raw)).toMatchObject({ model: station.adapter.model, chunks: expect.any(Array) });
};

const textOfMock: Behaviour = async (station) => {
  const answer = answerOf(await askMock(station, "Write the plan."));
  expect(answer).toMatchObject({ text, finishReason: "stop" });
  expect(answer.usage.inputTokens).toBeGreaterThan(0);
  expect(answer.usage.outputTokens).toBeGreaterThan(0);
};

const stream: Behaviour = async (station) => {
  const parts: string[] = [];
  const onText = (delta: string) => parts.push(delta);
  answerOf(await askStub(station, said(station.adapter.wire), { onText }));
  expect(parts).toEqual(words);
  parts.length = 0;
  answerOf(await askMock(station, "Write the plan.", { onText }));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join("")).toBe(text);
};

const structured: Behaviour = async (station) => {
  const frames = station.adapter.wire.object(JSON.stringify(plan));
  const answer = answerOf(await askStub(station, { frames, ending: "end" }, { schema: Plan }));
  expect(answer).toMatchObject({ object: plan, text: JSON.stringify(plan), finishReason: "stop", usage });
  for (const field of ["title", "days"]) expect(station.stub.lastBody()).toContain(field);
  expect(answerOf(await askMock(station, "As an object.", { schema: Plan })).object).toEqual(plan);
};

const wrongShape: Behaviour = async (station) => {
  const frames = station.adapter.wire.object('{"title":"Move the shop"}');
  const failure = failureOf(await askStub(station, { frames, ending: "end" }, { schema: Plan }));
  const problems = [expect.stringContaining("days: ")];
  expect(failure).toMatchObject({ error: { code: "invalid_answer", retry: true, details: { problems, usage } } });
  expect(failure.heard).toMatchObject({ text: '{"title":"Move the shop"}', usage });
};

const tools: Behaviour = async (station) => {
  const frames = station.adapter.wire.call(call);
  const answer = answerOf(await askStub(station, { frames, ending: "end" }, { tools: [search] }));
  const toolCalls = [{ name: "search", input: { query: "rain in May" } }];
  expect(answer).toMatchObject({ finishReason: "tool-calls", toolCalls, usage });
  for (const what of [search.name, search.description, "query"]) expect(station.stub.lastBody()).toContain(what);
  const mocked = answerOf(await askMock(station, "Look it up.", { tools: [search] }));
  expect(mocked).toMatchObject({ finishReason: "tool-calls", toolCalls });
};

const toolResults: Behaviour = async (station) => {
  const { adapter, stub } = station;
  const first = await askStub(station, { frames: adapter.wire.call(call), ending: "end" }, { tools: [search] });
  const { toolCalls } = answerOf(first);
  const messages: Message[] = [
    { role: "user", content: "Does it rain in May?" },
    { role: "assistant", content: "", toolCalls },
    ...toolCalls.map(({ id, name }): Message => ({ role: "tool", callId: id, name, content: "Nine days of rain." })),
  ];
  expect(answerOf(await askStub(station, said(adapter.wire), { tools: [search], messages })).text).toBe(text);
  const sent = stub.lastBody();
  for (const what of ["Nine days of rain.", "rain in May", "search"]) expect(sent).toContain(what);
  // What marks the call as this provider's own comes back to it.
  expect(sent).toContain(adapter.name === "Google" ? "c2lnbmVkLWJ5LWdvb2dsZQ==" : call.id);
};

const length: Behaviour = async (station) => {
  const answer = answerOf(await askStub(station, said(station.adapter.wire, "length"), { maxOutputTokens: 77 }));
  expect(answer).toMatchObject({ text, finishReason: "length", usage });
  expect(station.stub.lastBody()).toMatch(/:77\b/);
  // What the mock says of a cap on the Responses wire is not what OpenAI says.
  if (station.adapter.name === "OpenAI Responses") return;
  expect(answerOf(await askMock(station, "Be short."))).toMatchObject({ text, finishReason: "length" });
};

const abort: Behaviour = async (station) => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const reply = { frames: station.adapter.wire.say(words), ending: "stall" } as const;
  const onText = () => controller.abort(reason);
  const outcome = await askStub(station, reply, { signal: controller.signal, onText });
  expect(outcome).toMatchObject({ ok: false, thrown: reason, heard: { usage: { estimated: true } } });
  expect(failureOf(outcome).heard.text).not.toBe("");
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
