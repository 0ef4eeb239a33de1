import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { adapters } from "./adapters.ts";
import { Plan, plan } from "./answers.ts";
import { answerOf, ask } from "./station.ts";
import { type StubServer, startStubServer } from "./stub-server.ts";

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

describe("the shape of an answer is asked for", () => {
  it.each([
    ["OpenAI Responses", { text: { format: { type: "json_schema", strict: true, schema } }, store: false }],
    ["OpenAI Chat", { response_format: { type: "json_schema", json_schema: { strict: true, schema } } }],
    ["Anthropic", { tools: [{ name: "json", input_schema: schema }] }],
    ["Google", { generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema } }],
    ["compatible", inResponseFormat(true)],
    ["Ollama", inResponseFormat(true)],
  ])("of %s in its own way", async (name, expected) => {
    expect(await sentBy(name, Plan)).toMatchObject(expected);
  });

  const Loose = Plan.extend({ note: z.string().optional() });

  it.each(["OpenAI Chat", "compatible", "Ollama"])("of %s strictly only where nothing is left open", async (name) => {
    expect(await sentBy(name, Loose)).toMatchObject(inResponseFormat(false));
  });

  it.each(["compatible", "Ollama"])("of %s in words as well, in the one system message", async (name) => {
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
