import { simulateReadableStream, streamText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, it } from "vitest";
import { adapters, plantedKey, settingsAt } from "../conformance/adapters.ts";
import { startStubServer } from "../conformance/stub-server.fixture.ts";
import { answerById } from "../request/ask-by-id.fixture.ts";
import { redactModel } from "./redact-model.ts";

type Part = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"] extends ReadableStream<infer P> ? P : never;

const key = "planted-key-0123456789";
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish: Part = { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage };

/** Streams these chunks through the redactor. */
async function streamed(pieces: string[], last: Part = finish): Promise<{ deltas: string[]; failed: boolean }> {
  const words = pieces.flatMap((delta): Part[] => [
    { type: "text-delta", id: "1", delta },
    { type: "raw", rawValue: {} },
  ]);
  const chunks: Part[] = [{ type: "text-start", id: "1" }, ...words, { type: "text-end", id: "1" }, last];
  const model = new MockLanguageModelV4({ doStream: { stream: simulateReadableStream<Part>({ chunks }) } });
  const deltas: string[] = [];
  let failed = false;
  const { stream } = streamText({ model: redactModel(model, [key]), prompt: "Say it.", onError: () => {} });
  for await (const part of stream) {
    if (part.type === "text-delta") deltas.push(part.text);
    if (part.type === "error") failed = true;
  }
  return { deltas, failed };
}

it.each([
  ["at once", [`It is ${key}, really.`]],
  ["letter by letter", [...`It is ${key}, really.`]],
  ["in two pieces", [`It is ${key.slice(0, 7)}`, `${key.slice(7)}, really.`]],
])("the redacted stream does not contain a key that arrives %s", async (_, pieces) => {
  const { deltas } = await streamed(pieces);
  expect(deltas.join("")).toBe("It is [hidden], really.");
});

it("the redacted stream keeps text that only begins like a key, even at its end", async () => {
  const { deltas } = await streamed(["Nothing was ", "planted", "-key", " here, but trees were ", "planted"]);
  expect(deltas.join("")).toBe("Nothing was planted-key here, but trees were planted");
});

it("the redacted stream delays only text that may be part of a key, and passes all text on before a failure", async () => {
  const { deltas, failed } = await streamed(["One. ", "Two. ", "p"], { type: "error", error: new Error("gone") });
  expect(deltas).toEqual(["One. ", "Two. ", "p"]);
  expect(failed).toBe(true);
});

it("redactModel returns the model itself if there is no key", () => {
  const model = new MockLanguageModelV4({});
  expect(redactModel(model, [])).toBe(model);
});

const keyed = adapters.filter(({ keyVariable }) => keyVariable !== null);

it.each(keyed)("neither the live text nor the answer contains the key: $name", async ({ model, wire }) => {
  const provider = await startStubServer();
  const words = ["It is ", ...(plantedKey.match(/.{1,4}/g) ?? []), ", really."];
  provider.answerWith({ frames: [...wire.say(words), ...wire.finish("stop")], ending: "end" });
  const deltas: string[] = [];
  const { text } = await answerById({
    model,
    instructions: "Answer.",
    messages: [{ role: "user", content: "What is it?" }],
    settings: settingsAt(provider.url),
    onText: (delta) => void deltas.push(delta),
  });
  await provider.close();
  expect([text, deltas.join("")]).toEqual(["It is [hidden], really.", "It is [hidden], really."]);
});
