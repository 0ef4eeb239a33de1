import { expect } from "vitest";
import { estimateTokens } from "../index.ts";
import { answerOf, askStub, type Behaviour, failureOf } from "./adapter-setup.ts";
import { plantedKey } from "./adapters.ts";
import { Plan, search, text, words } from "./answers.ts";
import type { Reply } from "./stub-server.fixture.ts";

type Ending = Extract<Reply, { frames: string[] }>["ending"];

const chunkTimeout = (ms: number) => ({ env: { DIALECTIC_CHUNK_TIMEOUT_MS: String(ms) } });
const sent = "Follow the task.\nWrite the plan.";

/** The text before the cut is kept, and the estimated usage covers at least that text. */
const cutAfterText =
  (ending: Ending): Behaviour =>
  async (setup) => {
    const frames = setup.adapter.wire.say(words);
    const answer = answerOf(await askStub(setup, { frames, ending }, chunkTimeout(ending === "stall" ? 500 : 10_000)));
    expect(answer).toMatchObject({ text, finishReason: "interrupted", usage: { estimated: true } });
    expect(answer.usage.outputTokens).toBeGreaterThanOrEqual(estimateTokens(text));
    expect(answer.usage.inputTokens).toBeGreaterThan(0);
    expect(setup.stub.timesAsked()).toBe(1);
  };

/** If no text arrived, an accepted request can be retried, and its input may be billed. */
const cutBeforeText =
  (ending: Ending): Behaviour =>
  async (setup) => {
    const outcome = await askStub(setup, { frames: [], ending }, chunkTimeout(ending === "stall" ? 50 : 10_000));
    const { error, partial } = failureOf(outcome);
    expect(error).toMatchObject({ code: "provider_unavailable", retry: true });
    const usage = { inputTokens: estimateTokens(sent), outputTokens: 0, estimated: true };
    expect(partial).toMatchObject({ text: "", usage });
    expect(setup.stub.timesAsked()).toBe(1);
  };

const malformedLater: Behaviour = async (setup) => {
  const frames = [...setup.adapter.wire.say(words), "data: {not json\n\n"];
  const answer = answerOf(await askStub(setup, { frames, ending: "end" }));
  expect(answer).toMatchObject({ text, finishReason: "interrupted", usage: { estimated: true } });
};

const malformedAtOnce: Behaviour = async (setup) => {
  const outcome = await askStub(setup, { frames: ["data: {not json\n\n"], ending: "end" });
  const { error, partial } = failureOf(outcome);
  expect(error).toMatchObject({ code: "invalid_answer", retry: true });
  expect(partial.usage).toMatchObject({ inputTokens: estimateTokens(sent), estimated: true });
  expect(setup.stub.timesAsked()).toBe(1);
};

const overload = { status: 503, code: "overloaded_error", message: "Overloaded" };

const errorLater: Behaviour = async (setup) => {
  const { wire } = setup.adapter;
  const frames = [...wire.say(words), wire.errorFrame(overload)];
  const answer = answerOf(await askStub(setup, { frames, ending: "end" }));
  expect(answer).toMatchObject({ text, finishReason: "interrupted", usage: { estimated: true } });
  expect(JSON.parse(answer.raw)).toMatchObject({ brokeOff: expect.stringContaining("Overloaded") });
};

/** Status 200 and then an error event. This is a failure that is not billed. */
const errorAtOnce: Behaviour = async (setup) => {
  const frames = [setup.adapter.wire.errorFrame(overload)];
  const { error, partial } = failureOf(await askStub(setup, { frames, ending: "end" }));
  expect(error).toMatchObject({ code: "provider_unavailable", retry: true });
  expect(partial).toMatchObject({ text: "", usage: null });
};

const empty: Behaviour = async (setup) => {
  const { wire } = setup.adapter;
  const outcome = await askStub(setup, { frames: [...wire.say([]), ...wire.finish("stop")], ending: "end" });
  const usage = { inputTokens: 11, outputTokens: 7, estimated: false };
  const error = { code: "empty_answer", retry: true, details: { usage } };
  expect(failureOf(outcome)).toMatchObject({ error, partial: { usage } });
};

const refusal: Behaviour = async (setup) => {
  const outcome = await askStub(setup, { frames: setup.adapter.wire.refuse(), ending: "end" });
  const { error, partial } = failureOf(outcome);
  expect(error).toMatchObject({ code: "refused_by_model", retry: false });
  expect(partial.usage?.inputTokens).toBeGreaterThan(0);
};

const keyInText: Behaviour = async (setup) => {
  const { wire } = setup.adapter;
  const frames = [...wire.say([`Your key is ${plantedKey}.`]), ...wire.finish("stop")];
  const { raw } = answerOf(await askStub(setup, { frames, ending: "end" }));
  expect(raw).toContain("Your key is [hidden].");
  expect(raw).not.toContain(plantedKey);
};

/** Text that may be the start of a key is held back until the key is complete or ruled out. No text is lost. */
const keyInPieces: Behaviour = async (setup) => {
  const { wire } = setup.adapter;
  const parts: string[] = [];
  const pieces = ["Your key is ", plantedKey.slice(0, 9), plantedKey.slice(9), ", and it end", "s"];
  const frames = [...wire.say(pieces), ...wire.finish("stop")];
  const onText = (delta: string) => parts.push(delta);
  const answer = answerOf(await askStub(setup, { frames, ending: "end" }, { onText }));
  expect(answer.text).toBe("Your key is [hidden], and it ends");
  expect(parts.join("")).toBe(answer.text);
};

const keyInObject: Behaviour = async (setup) => {
  const { wire } = setup.adapter;
  // The key is longer than the text before it, so that the JSON is split within the key.
  const object = wire.object(JSON.stringify({ title: plantedKey, days: 3 }));
  const shaped = answerOf(await askStub(setup, { frames: object, ending: "end" }, { schema: Plan }));
  expect(shaped.object).toEqual({ title: "[hidden]", days: 3 });
  const call = wire.call({ id: "call_1", name: search.name, input: JSON.stringify({ query: plantedKey }) });
  const called = answerOf(await askStub(setup, { frames: call, ending: "end" }, { tools: [search] }));
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
