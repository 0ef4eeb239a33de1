import type { LLMock } from "@copilotkit/aimock";
import type { AskOutcome, CallResult, HeardBefore } from "../index.ts";
import { type AskById, askById } from "../request/ask-by-id.fixture.ts";
import { type Adapter, settingsAt } from "./adapters.ts";
import type { Reply, StubServer } from "./stub-server.fixture.ts";

/** One adapter, and the two servers it can be pointed at: one that misbehaves as told, and a mock made by others. */
export type Station = { adapter: Adapter; stub: StubServer; mock: LLMock };

/** What one adapter must do in one situation. */
export type Behaviour = (station: Station) => Promise<void>;

type More<T> = Partial<AskById<T>> & { env?: Record<string, string> };

/** Asks over a line to the stub server, which answers like this. */
export function askStub<T>({ adapter, stub }: Station, reply: Reply, more: More<T> = {}): Promise<AskOutcome<T>> {
  stub.answerWith(reply);
  return ask(adapter.model, stub.url, more);
}

/** Asks over a line to the mock. What it answers depends on the message. */
export function askMock<T>({ adapter, mock }: Station, content: string, more: More<T> = {}): Promise<AskOutcome<T>> {
  return ask(adapter.model, mock.url, { messages: [{ role: "user", content }], ...more });
}

export function ask<T>(model: string, url: string, { env, ...more }: More<T>): Promise<AskOutcome<T>> {
  return askById<T>({
    model,
    instructions: "Follow the task.",
    messages: [{ role: "user", content: "Write the plan." }],
    settings: settingsAt(url, env),
    ...more,
  });
}

export function answerOf<T>(outcome: AskOutcome<T>): CallResult<T> {
  if (outcome.ok) return outcome.answer;
  throw new Error("There should have been an answer.", { cause: outcome.thrown });
}

export function failureOf(outcome: AskOutcome): { error: Error; heard: HeardBefore } {
  if (!outcome.ok) return outcome;
  throw new Error(`There should have been a failure, not “${outcome.answer.text}”.`);
}
