import { expect } from "vitest";
import { briefs, samplePrompt } from "#rehearsed";
import { type CallInput, estimateTokens, type Message } from "../index.ts";
import { answerOf, ask, failureOf } from "./adapter-setup.ts";
import { Plan, search } from "./answers.ts";
import type { BehaviourName } from "./behaviours.ts";

type Cell = ((url: string) => Promise<void>) | { notApplicable: string };

const [, prompt] = samplePrompt({ request: briefs.billing });
const messages: Message[] = [{ role: "user", content: prompt?.text ?? "" }];

export const askRehearsal = <T>(
  url: string,
  more: Partial<Omit<CallInput<T>, "model">> & { env?: Record<string, string>; model?: string } = {},
) => ask("rehearsal/briar", url, { messages, ...more });

const question: Message = { role: "user", content: "Search the documents for rain in May." };
const noWire = { notApplicable: "no request is sent" };
const noKey = { notApplicable: "it is never given a key" };
const noNetwork = { notApplicable: "it runs in this process, and no stream of it can be cut" };

/** The behaviour of the rehearsal models in each situation, produced by their own settings where possible. */
export const rehearsalCells: Record<BehaviourName, Cell> = {
  text: async (url) => {
    const answer = answerOf(await askRehearsal(url));
    expect(answer).toMatchObject({ finishReason: "stop", usage: { estimated: false }, toolCalls: [] });
    expect(answer.text).toMatch(/^# Business case\n/);
  },
  "text, from the mock": { notApplicable: "it is its own mock" },
  stream: async (url) => {
    const parts: string[] = [];
    const { text } = answerOf(await askRehearsal(url, { onText: (delta) => parts.push(delta) }));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join("")).toBe(text);
  },
  "structured output": async (url) => {
    const { object, text } = answerOf(await askRehearsal(url, { schema: Plan }));
    expect(object).toEqual(JSON.parse(text));
    expect(prompt?.text).toContain(object?.title);
  },
  "structured output of a wrong shape": async (url) => {
    const failure = failureOf(await askRehearsal(url, { schema: Plan, maxOutputTokens: 4 }));
    expect(failure).toMatchObject({ error: { code: "invalid_answer" }, partial: { usage: { outputTokens: 4 } } });
  },
  tools: async (url) => {
    const answer = answerOf(await askRehearsal(url, { tools: [search], messages: [question] }));
    const toolCalls = [{ name: "search", input: { query: question.content } }];
    expect(answer).toMatchObject({ finishReason: "tool-calls", toolCalls });
  },
  "tools, with their results": async (url) => {
    const { toolCalls } = answerOf(await askRehearsal(url, { tools: [search], messages: [question] }));
    const results = toolCalls.map(
      ({ id, name }): Message => ({ role: "tool", callId: id, name, content: "Nine days of rain." }),
    );
    const loop: Message[] = [question, { role: "assistant", content: "", toolCalls }, ...results];
    const answer = answerOf(await askRehearsal(url, { tools: [search], messages: loop }));
    expect(answer).toMatchObject({ finishReason: "stop", text: expect.stringContaining("“Nine days of rain.”") });
  },
  length: async (url) => {
    const answer = answerOf(await askRehearsal(url, { maxOutputTokens: 77 }));
    expect(answer).toMatchObject({ finishReason: "length", usage: { outputTokens: 77 } });
  },
  "stopped by its caller": async (url) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const onText = () => controller.abort(reason);
    const outcome = await askRehearsal(url, { signal: controller.signal, onText });
    expect(outcome).toMatchObject({ ok: false, thrown: reason, partial: { usage: { estimated: true } } });
  },
  "cut after some text: destroyed socket": noNetwork,
  "cut after some text: clean end": noNetwork,
  "cut after some text: stall": { notApplicable: "its simulated latency is even: it stalls at once or not at all" },
  "cut before any text: destroyed socket": noNetwork,
  "cut before any text: clean end": noNetwork,
  "cut before any text: stall": async (url) => {
    const env = { DIALECTIC_CHUNK_TIMEOUT_MS: "20", DIALECTIC_REHEARSAL_LATENCY_MS: "600000" };
    const failure = failureOf(await askRehearsal(url, { env }));
    expect(failure).toMatchObject({ error: { code: "provider_unavailable", retry: true } });
    const inputTokens = estimateTokens(`Follow the task.\n${prompt?.text}`);
    expect(failure.partial.usage).toMatchObject({ inputTokens, outputTokens: 0, estimated: true });
  },
  "malformed JSON after some text": noWire,
  "malformed JSON at once": noWire,
  "an error in the stream, after some text": noNetwork,
  "an error in the stream, at once": noNetwork,
  "empty answer": async (url) => {
    const { text } = answerOf(await askRehearsal(url));
    const goOn: Message[] = [...messages, { role: "assistant", content: text }, { role: "user", content: "Continue." }];
    const failure = failureOf(await askRehearsal(url, { messages: goOn }));
    const usage = { outputTokens: 0, estimated: false };
    expect(failure).toMatchObject({ error: { code: "empty_answer", retry: true }, partial: { usage } });
  },
  refusal: { notApplicable: "it writes about anything" },
  "refusal after some text": { notApplicable: "it writes about anything" },
  "ended by a content filter, after some text": noWire,
  "ended by a content filter, from the mock": { notApplicable: "it is its own mock" },
  "ended by a full context window, after some text": noWire,
  "ended by a call of a tool that was not offered, after some text": noWire,
  "ended for an unknown reason, after some text": noWire,
  "ended in an error, after some text": noWire,
  "ended without a reason, after some text": noNetwork,
  "a key in the answer": noKey,
  "a key in the answer, in pieces": noKey,
  "a key in the answer, in an object and in a tool's input": noKey,
  "400: prompt too long": async (url) => {
    const content = "word ".repeat(130_000);
    const failure = failureOf(await askRehearsal(url, { messages: [{ role: "user", content }] }));
    expect(failure).toMatchObject({ error: { code: "context_window", retry: false }, partial: { usage: null } });
  },
  "400: not accepted": noWire,
  "401": noWire,
  "403": noWire,
  "404: unknown model": async (url) => {
    await expect(askRehearsal(url, { model: "rehearsal/missing" })).rejects.toMatchObject({
      code: "unknown_model",
      retry: false,
    });
  },
  "429: wait in seconds": noWire,
  "429: wait of 120 s": noWire,
  "429: wait until a date": noWire,
  "429: wait in milliseconds": noWire,
  "429: no wait stated": noWire,
  "429: empty account": noWire,
  "empty account, in the provider's words": noWire,
  "500": noWire,
  "500, from the mock": noWire,
  "502": noWire,
  "502 with a web page": noWire,
  "503": noWire,
  "529": noWire,
  "a web page instead of an answer": noWire,
  redirect: noWire,
  "no server": noWire,
};
