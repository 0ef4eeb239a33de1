import type { LLMock } from "@copilotkit/aimock";
import type { AskOutcome, CallResult, PartialAnswer } from "../index.ts";
import { type AskById, askById } from "../request/ask-by-id.fixture.ts";
import { type Adapter, settingsAt } from "./adapters.ts";
import type { Reply, StubServer } from "./stub-server.fixture.ts";

/** One adapter and its two servers: a stub that misbehaves on demand, and a third-party mock. */
export type AdapterSetup = { adapter: Adapter; stub: StubServer; mock: LLMock };

/** The expected behaviour of an adapter in one situation. */
export type Behaviour = (setup: AdapterSetup) => Promise<void>;

type More<T> = Partial<AskById<T>> & { env?: Record<string, string> };

/** Calls the stub server, which sends this reply. */
export function askStub<T>({ adapter, stub }: AdapterSetup, reply: Reply, more: More<T> = {}): Promise<AskOutcome<T>> {
  stub.answerWith(reply);
  return ask(adapter.model, stub.url, more);
}

/** Calls the mock, whose answer depends on the message. */
export function askMock<T>(
  { adapter, mock }: AdapterSetup,
  content: string,
  more: More<T> = {},
): Promise<AskOutcome<T>> {
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
  throw new Error("Expected an answer.", { cause: outcome.thrown });
}

export function failureOf(outcome: AskOutcome): { error: Error; partial: PartialAnswer } {
  if (!outcome.ok) return outcome;
  throw new Error(`Expected a failure, not “${outcome.answer.text}”.`);
}
