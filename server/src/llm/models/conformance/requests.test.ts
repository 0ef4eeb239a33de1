import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { CallInput, Message } from "../index.ts";
import { answerOf, ask } from "./adapter-setup.ts";
import { adapters } from "./adapters.ts";
import { Plan, plan } from "./answers.ts";
import { type StubServer, startStubServer } from "./stub-server.fixture.ts";

let stub: StubServer;
beforeAll(async () => {
  stub = await startStubServer();
});
afterAll(() => stub.close());

async function sentBy(name: string, schema: z.ZodType): Promise<unknown> {
  const adapter = adapters.find((one) => one.name === name);
  if (!adapter) throw new Error(`There is no adapter ${name}.`);
  stub.answerWith({ frames: adapter.wire.object(JSON.stringify(plan)), ending: "end" });
  answerOf(await ask(adapter.model, stub.url, { schema }));
  return JSON.parse(stub.lastBody());
}

const schema = expect.objectContaining({ required: ["title", "days"], additionalProperties: false });
const inResponseFormat = (strict: boolean) => ({
  response_format: { type: "json_schema", json_schema: { schema: expect.anything(), strict } },
});

describe("the schema of an answer is sent", () => {
  it.each([
    ["OpenAI Responses", { text: { format: { type: "json_schema", strict: true, schema } }, store: false }],
    ["OpenAI Chat", { response_format: { type: "json_schema", json_schema: { strict: true, schema } } }],
    ["Anthropic", { tools: [{ name: "json", input_schema: schema }] }],
    ["Google", { generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema } }],
    ["compatible", inResponseFormat(true)],
    ["Ollama", inResponseFormat(true)],
  ])("to %s in its own format", async (name, expected) => {
    expect(await sentBy(name, Plan)).toMatchObject(expected);
  });

  const Loose = Plan.extend({ note: z.string().optional() });

  it.each(["OpenAI Chat", "compatible", "Ollama"])(
    "to %s in strict mode only if every property is required",
    async (name) => {
      expect(await sentBy(name, Loose)).toMatchObject(inResponseFormat(false));
    },
  );

  it.each(["compatible", "Ollama"])("to %s again, below the instructions in the only system message", async (name) => {
    const content = expect.stringMatching(
      /^Follow the task\.\n\nAnswer with JSON alone, of this JSON schema:\n\{.*title/,
    );
    const messages = [
      { role: "system", content },
      { role: "user", content: "Write the plan." },
    ];
    expect(await sentBy(name, Plan)).toMatchObject({ messages });
  });
});

describe("a prefix to cache", () => {
  const long = "The loading dock opens at six, and twelve volunteers carry the chairs. ".repeat(80);
  const messages: Message[] = [
    { role: "user", content: long },
    { role: "assistant", content: "The chairs" },
    { role: "user", content: "Go on." },
  ];

  /** The request body that this adapter sends. */
  async function sentWith(name: string, call: Partial<Omit<CallInput, "model">>): Promise<unknown> {
    const adapter = adapters.find((one) => one.name === name);
    if (!adapter) throw new Error(`There is no adapter ${name}.`);
    const { say, finish } = adapter.wire;
    stub.answerWith({ frames: [...say(["Yes."]), ...finish("stop")], ending: "end" });
    answerOf(await ask(adapter.model, stub.url, call));
    return JSON.parse(stub.lastBody());
  }

  const mark = { cache_control: { type: "ephemeral" } };
  const text = (content: string, marks: object = {}) => ({ type: "text", text: content, ...marks });

  it("is marked for Anthropic at the instructions, the first message and the last message", async () => {
    const sent = await sentWith("Anthropic", { instructions: long, messages, cachePrefix: true });
    expect(sent).toMatchObject({
      system: [text(long, mark)],
      messages: [
        { role: "user", content: [text(long, mark)] },
        { role: "assistant", content: [text("The chairs")] },
        { role: "user", content: [text("Go on.", mark)] },
      ],
    });
    expect(JSON.stringify(sent).match(/cache_control/g)).toHaveLength(3);
  });

  it("is marked for Anthropic only where it is long enough to be cached", async () => {
    const sent = JSON.stringify(await sentWith("Anthropic", { messages, cachePrefix: true }));
    expect(sent.match(/cache_control/g)).toHaveLength(2); // the instructions alone are too short
    expect(JSON.stringify(await sentWith("Anthropic", { cachePrefix: true }))).not.toMatch(/cache_control/);
    expect(JSON.stringify(await sentWith("Anthropic", { instructions: long, messages }))).not.toMatch(/cache_control/);
  });

  it.each(adapters.map(({ name }) => name).filter((name) => name !== "Anthropic"))(
    "does not change the request to %s",
    async (name) => {
      const call = { instructions: long, messages };
      expect(await sentWith(name, { ...call, cachePrefix: true })).toEqual(await sentWith(name, call));
    },
  );
});
