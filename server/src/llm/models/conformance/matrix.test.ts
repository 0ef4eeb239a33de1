import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf } from "./adapter-setup.ts";
import { adapters } from "./adapters.ts";
import { plan, text } from "./answers.ts";
import { behaviours } from "./behaviours.ts";
import { askRehearsal, rehearsalCells } from "./rehearsal-cells.fixture.ts";
import { type StubServer, startStubServer } from "./stub-server.fixture.ts";

const mock = new LLMock({ port: 0 });
let stub: StubServer;
beforeAll(async () => {
  mock.onMessage(/fail/, { error: { message: "It broke.", type: "server_error" }, status: 500 });
  mock.onMessage(/short/, { content: text, finishReason: "length" });
  mock.onMessage(/filtered/, { content: text, finishReason: "content_filter" });
  mock.onMessage(/object/, { content: JSON.stringify(plan) });
  mock.onMessage(/Look it up/, { toolCalls: [{ name: "search", arguments: { query: "rain in May" } }] });
  mock.onMessage(/.*/, { content: text });
  await mock.start();
  stub = await startStubServer();
});
afterAll(async () => {
  await mock.stop();
  await stub.close();
});

const situations = Object.entries(behaviours);

describe.each(adapters)("$name", (adapter) => {
  it.each(situations)("%s", (_, behaviour) => behaviour({ adapter, stub, mock }));
});

describe("rehearsal", () => {
  it.each(
    Object.entries(rehearsalCells).map(([name, cell]) => ({
      name: typeof cell === "function" ? name : `${name} (not applicable: ${cell.notApplicable})`,
      cell,
    })),
  )("$name", async ({ cell }) => {
    stub.answerWith({ status: 500, body: "no" });
    if (typeof cell === "function") await cell(stub.url);
    // The situation cannot occur with a rehearsal model, so only check that the model answers and asks no server.
    else answerOf(await askRehearsal(stub.url));
    expect(stub.timesAsked()).toBe(0);
  });
});

describe("the matrix", () => {
  /** How many lines begin with each text: stated again, so that a test fails if a line is removed from the tables. */
  const wanted = [
    ["text", 2],
    ["stream", 1],
    ["structured output", 2],
    ["tools", 2],
    ["length", 1],
    ["cut after some text", 3],
    ["cut before any text", 3],
    ["400: prompt too long", 1],
    ["401", 1],
    ["403", 1],
    ["404: unknown model", 1],
    ["429: wait", 4],
    ["429: no wait stated", 1],
    ["429: empty account", 1],
    ["500", 2],
    ["529", 1],
    ["malformed JSON", 2],
    ["empty answer", 1],
    ["refusal", 2],
    ["ended ", 7],
  ] as const;

  it.each(wanted)("has all lines that begin with “%s”, for adapters and rehearsal models", (line, times) => {
    const names = Object.keys(behaviours).filter((name) => name.startsWith(line));
    expect(names).toHaveLength(times);
    expect(Object.keys(rehearsalCells)).toEqual(expect.arrayContaining(names));
  });

  it("covers every adapter, and has the same lines for the rehearsal models", () => {
    const names = ["OpenAI Responses", "OpenAI Chat", "Anthropic", "Google", "compatible", "Ollama"];
    expect(adapters.map(({ name }) => name)).toEqual(names);
    expect(Object.keys(rehearsalCells).toSorted()).toEqual(Object.keys(behaviours).toSorted());
  });
});
