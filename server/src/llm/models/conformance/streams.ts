import { expect } from "vitest";
import { estimateTokens } from "../index.ts";
import { plantedKey } from "./adapters.ts";
import { Plan, search, text, words } from "./answers.ts";
import { answerOf, askStub, type Behaviour, failureOf } from "./station.ts";
import type { Reply } from "./stub-server.fixture.ts";

type Ending = Extract<Reply, { frames: string[] }>["ending"];

const patience = (ms: number) => ({ env: { DIALECTIC_CHUNK_TIMEOUT_MS: String(ms) } });
const sent = "Follow the task.\nWrite the plan.";

/** The text before the cut is kept, and its usage guessed, never at less than the text. */
const cutAfterText =
  (ending: Ending): Behaviour =>
  async (station) => {
    const frames = station.adapter.wire.say(words);
    const answer = answerOf(await askStub(station, { frames, ending }, patience(ending === "stall" ? 500 : 10_000)));
    expect(answer).toMatchObject({ text, finishReason: "interrupted", usage: { estimated: true } });
    expect(answer.usage.outputTokens).toBeGreaterThanOrEqual(estimateTokens(text));
    expect(answer.usage.inputTokens).toBeGreaterThan(0);
    expect(station.stub.timesAsked()).toBe(1);
  };

/** Nothing came, but the request was taken: it can be tried again, and its input may be billed. */
const cutBeforeText =
  (ending: Ending): Behaviour =>
  async (station) => {
    const outcome = await askStub(station, { frames: [], ending }, patience(ending === "stall" ? 50 : 10_000));
    const { error, heard } = failureOf(outcome);
    expect(error).toMatchObject({ code: "provider_unavailable", retry: true });
    const usage = { inputTokens: estimateTokens(sent), outputTokens: 0, estimated: true };
    expect(heard).toMatchObject({ text: "", usage });
    expect(station.stub.timesAsked()).toBe(1);
  };

const malformedLater: Behaviour = async (station) => {
  const frames = [...station.adapter.wire.say(words), "data: {not json\n\n"];
  const answer = answerOf(await askStub(station, { frames, ending: "end" }));
  expect(answer).toMatchObject({ text, finishReason: "interrupted", usage: { estimated: true } });
};

const malformedAtOnce: Behaviour = async (station) => {
  const outcome = await askStub(station, { frames: ["data: {not json\n\n"], ending: "end" });
  const { error, heard } = failureOf(outcome);
  expect(error).toMatchObject({ code: "invalid_answer", retry: true });
  expect(heard.usage).toMatchObject({ inputTokens: estimateTokens(sent), estimated: true });
  expect(station.stub.timesAsked()).toBe(1);
};

const overload = { status: 503, code: "overloaded_error", message: "Overloaded" };

const errorLater: Behaviour = async (station) => {
  const { wire } = station.adapter;
  const frames = [...wire.say(words), wire.errorFrame(overload)];
  const answer = answerOf(await askStub(station, { frames, ending: "end" }));
  expect(answer).toMatchObject({ text, finishReason: "interrupted", usage: { estimated: true } });
  expect(JSON.parse(answer.raw)).toMatchObject({ brokeOff: expect.stringContaining("Overloaded") });
};

/** It said yes and then no: that is a no, and is not billed. */
const errorAtOnce: Behaviour = async (station) => {
  const frames = [station.adapter.wire.errorFrame(overload)];
  const { error, heard } = failureOf(await askStub(station, { frames, ending: "end" }));
  expect(error).toMatchObject({ code: "provider_unavailable", retry: true });
  expect(heard).toMatchObject({ text: "", usage: null });
};

const empty: Behaviour = async (station) => {
  const { wire } = station.adapter;
  const outcome = await askStub(station, { frames: [...wire.say([]), ...wire.finish("stop")], ending: "end" });
  const usage = { inputTokens: 11, outputTokens: 7, estimated: false };
  const error = { code: "empty_answer", retry: true, details: { usage } };
  expect(failureOf(outcome)).toMatchObject({ error, heard: { usage } });
};

const refusal: Behaviour = async (station) => {
  const outcome = await askStub(station, { frames: station.adapter.wire.refuse(), ending: "end" });
  const { error, heard } = failureOf(outcome);
  expect(error).toMatchObject({ code: "refused_by_model", retry: false });
  expect(heard.usage?.inputTokens).toBeGreaterThan(0);
};

const keyInText: Behaviour = async (station) => {
  const { wire } = station.adapter;
  const frames = [...wire.say([`Your key is ${plantedKey}.`]), ...wire.finish("stop")];
  const { raw } = answerOf(await askStub(station, { frames, ending: "end" }));
  expect(raw).toContain("Your key is [hidden].");
  expect(raw).not.toContain(plantedKey);
};

/** In pieces a key is known only when it is whole: what may be the beginning of one waits, and is never lost. */
const keyInPieces: Behaviour = async (station) => {
  const { wire } = station.adapter;
  const parts: string[] = [];
  const pieces = ["Your key is ", plantedKey.slice(0, 9), plantedKey.slice(9), ", and it end", "s"];
  const frames = [...wire.say(pieces), ...wire.finish("stop")];
  const onText = (delta: string) => parts.push(delta);
  const answer = answerOf(await askStub(station, { frames, ending: "end" }, { onText }));
  expect(answer.text).toBe("Your key is [hidden], and it ends");
  expect(parts.join("")).toBe(answer.text);
};

const keyInObject: Behaviour = async (station) => {
  const { wire } = station.adapter;
  // Longer than what stands before it, so that the middle of the JSON, where it is cut, is in the key.
  const object = wire.object(JSON.stringify({ title: plantedKey, days: 3 }));
  const shaped = answerOf(await askStub(station, { frames: object, ending: "end" }, { schema: Plan }));
  expect(shaped.object).toEqual({ title: "[hidden]", days: 3 });
  const call = wire.call({ id: "call_1", name: search.name, input: JSON.stringify({ query: plantedKey }) });
  const called = answerOf(await askStub(station, { frames: call, ending: "end" }, { tools: [search] }));
  expect(called.toolCalls).toMatchObject([{ input: { query: "[hidden]" } }]);
};

export const streams = {
  "cut after some text: destroyed socket": cutAfterText("destroy"),
  "cut after some text: clean end": cutAfterText("end"),
  "cut after some text: stall": cutAfterText("stall"),
  "cut before any text: destroyed socket": cutBeforeText("destroy"),
  "cut before any text: clean end": cutBeforeText("end"),
  "cut before any text: stall": cutBeforeText("stall"),
  "malformed JSON after some text": malformedLater,
  "malformed JSON at once": malformedAtOnce,
  "an error in the stream, after some text": errorLater,
  "an error in the stream, at once": errorAtOnce,
  "empty answer": empty,
  refusal,
  "a key in the answer": keyInText,
  "a key in the answer, in pieces": keyInPieces,
  "a key in the answer, in an object and in a tool's input": keyInObject,
};
