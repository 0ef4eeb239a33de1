import { expect } from "vitest";
import { estimateTokens } from "../index.ts";
import { text, words } from "./answers.ts";
import { answerOf, askMock, askStub, type Behaviour, failureOf, type Station } from "./station.ts";
import type { Ending } from "./wire.ts";

const usage = { inputTokens: 11, outputTokens: 7, estimated: false };

function endIn(ending: Ending, { adapter, ...station }: Station) {
  const frames = [...adapter.wire.say(words), ...adapter.wire.finish(ending)];
  return askStub({ adapter, ...station }, { frames, ending: "end" });
}

/** The text is kept and paid for, and its reason says that it is not complete. */
const keeps =
  (ending: Ending, finishReason: string | ((station: Station) => string)): Behaviour =>
  async (station) => {
    const answer = answerOf(await endIn(ending, station));
    const expected = typeof finishReason === "string" ? finishReason : finishReason(station);
    expect(answer).toMatchObject({ text, finishReason: expected, usage, toolCalls: [] });
    expect(station.stub.timesAsked()).toBe(1);
  };

const unknown: Behaviour = async (station) => {
  const answer = answerOf(await endIn("unknown", station));
  expect(answer).toMatchObject({ text, finishReason: "other", usage });
  expect(answer.providerReason).toMatch(/^(weird_reason|OTHER)$/);
};

/** The text is worth nothing, and will be billed: a failure that can be tried again, with what it used. */
const error: Behaviour = async (station) => {
  const failure = failureOf(await endIn("error", station));
  expect(failure).toMatchObject({ error: { code: "invalid_answer", retry: true }, heard: { text, usage } });
};

const none: Behaviour = async (station) => {
  const answer = answerOf(await endIn("none", station));
  expect(answer).toMatchObject({ text, finishReason: "interrupted" });
  expect(answer.usage.outputTokens).toBeGreaterThanOrEqual(Math.min(7, estimateTokens(text)));
};

const filteredByMock: Behaviour = async (station) => {
  if (station.adapter.name === "OpenAI Responses") return; // the mock leaves the reason out on this wire
  const answer = answerOf(await askMock(station, "This is filtered."));
  expect(answer).toMatchObject({ text, finishReason: "content-filter" });
};

const refusalLater: Behaviour = async (station) => {
  const { wire } = station.adapter;
  const answer = answerOf(await askStub(station, { frames: wire.refuse(words), ending: "end" }));
  expect(answer).toMatchObject({ text, finishReason: wire.refusal });
  expect(answer.usage.inputTokens).toBeGreaterThan(0);
};

/** Every way in which a stream that brought some text can end, but by stop or at its cap. */
export const endings = {
  "ended by a content filter, after some text": keeps("filter", ({ adapter }) =>
    adapter.name === "Anthropic" ? "refusal" : "content-filter",
  ),
  "ended by a content filter, from the mock": filteredByMock,
  "ended by a full context window, after some text": keeps("window", "context-window"),
  "ended by a call of a tool that was not offered, after some text": keeps("tools", "other"),
  "ended for an unknown reason, after some text": unknown,
  "ended in an error, after some text": error,
  "ended without a reason, after some text": none,
  "refusal after some text": refusalLater,
};
