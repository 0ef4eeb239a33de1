import { expect } from "vitest";
import { estimateTokens } from "../index.ts";
import { type AdapterSetup, answerOf, askMock, askStub, type Behaviour, failureOf } from "./adapter-setup.ts";
import { text, words } from "./answers.ts";
import type { Ending } from "./wire.ts";

const usage = { inputTokens: 11, outputTokens: 7, estimated: false };

function endIn(ending: Ending, { adapter, ...setup }: AdapterSetup) {
  const frames = [...adapter.wire.say(words), ...adapter.wire.finish(ending)];
  return askStub({ adapter, ...setup }, { frames, ending: "end" });
}

/** The text is kept and charged, and the finish reason shows that it is incomplete. */
const keeps =
  (ending: Ending, finishReason: string | ((setup: AdapterSetup) => string)): Behaviour =>
  async (setup) => {
    const answer = answerOf(await endIn(ending, setup));
    const expected = typeof finishReason === "string" ? finishReason : finishReason(setup);
    expect(answer).toMatchObject({ text, finishReason: expected, usage, toolCalls: [] });
    expect(setup.stub.timesAsked()).toBe(1);
  };

const unknown: Behaviour = async (setup) => {
  const answer = answerOf(await endIn("unknown", setup));
  expect(answer).toMatchObject({ text, finishReason: "other", usage });
  expect(answer.providerReason).toMatch(/^(weird_reason|OTHER)$/);
};

/** The text is unusable but billed, so this is a retryable failure with usage. */
const error: Behaviour = async (setup) => {
  const failure = failureOf(await endIn("error", setup));
  expect(failure).toMatchObject({ error: { code: "invalid_answer", retry: true }, partial: { text, usage } });
};

const none: Behaviour = async (setup) => {
  const answer = answerOf(await endIn("none", setup));
  expect(answer).toMatchObject({ text, finishReason: "interrupted" });
  expect(answer.usage.outputTokens).toBeGreaterThanOrEqual(Math.min(7, estimateTokens(text)));
};

const filteredByMock: Behaviour = async (setup) => {
  if (setup.adapter.name === "OpenAI Responses") return; // the mock omits the reason on this wire
  const answer = answerOf(await askMock(setup, "This is filtered."));
  expect(answer).toMatchObject({ text, finishReason: "content-filter" });
};

const refusalLater: Behaviour = async (setup) => {
  const { wire } = setup.adapter;
  const answer = answerOf(await askStub(setup, { frames: wire.refuse(words), ending: "end" }));
  expect(answer).toMatchObject({ text, finishReason: wire.refusal });
  expect(answer.usage.inputTokens).toBeGreaterThan(0);
};

/** Every way in which a stream with some text can end, except `stop` and `length`. */
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
