import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { CallInput, Message, Tool } from "#models";
import { askRehearsalModel } from "#rehearsed";
import { briefs } from "../sample-briefs.fixture.ts";
import { samplePrompt } from "../sample-prompts.fixture.ts";

const weather: Tool = {
  name: "weather_forecast",
  description: "Says how the weather will be in a city on a day.",
  input: z.object({ city: z.enum(["Berlin", "Haifa"]), day: z.iso.date(), hours: z.number().int().default(24) }),
};
const search: Tool = {
  name: "search_documents",
  description: "Finds documents of this project by their words.",
  input: z.object({ query: z.string().max(60) }),
};
const tools = [search, weather];

const call = <T>(messages: Message[], more: Partial<Omit<CallInput<T>, "model">> = {}) =>
  askRehearsalModel<T>("cedar", { instructions: "Help.", messages, ...more });
const question: Message = { role: "user", content: "How will the weather in Haifa be on 2026-05-01?" };

describe("a rehearsal model with tools", () => {
  it("calls the tool whose description matches the message, with an input from the message", async () => {
    const answer = await call([question], { tools });
    expect(answer).toMatchObject({ finishReason: "tool-calls", text: "", usage: { estimated: false } });
    expect(answer.toolCalls).toMatchObject([{ name: "weather_forecast", input: { city: "Haifa", day: "2026-05-01" } }]);
    expect(await call([question], { tools })).toEqual(answer);
  });

  it("calls no tool if the message asks for none", async () => {
    const answer = await call([{ role: "user", content: "Thank you, and good night." }], { tools });
    expect(answer).toMatchObject({ finishReason: "stop", toolCalls: [] });
  });

  it("quotes the results in its answer, and does not call the tool again", async () => {
    const { toolCalls } = await call([question], { tools });
    const results = toolCalls.map(
      ({ id, name }): Message => ({ role: "tool", callId: id, name, content: "Rain until noon, 17 degrees." }),
    );
    const answer = await call([question, { role: "assistant", content: "", toolCalls }, ...results], { tools });
    expect(answer).toMatchObject({ finishReason: "stop", toolCalls: [] });
    expect(answer.text).toContain("`weather_forecast` answered “Rain until noon, 17 degrees.”");
    expect(answer.usage.inputTokens).toBeGreaterThan(40);
  });

  it("fills a schema from the results", async () => {
    const messages: Message[] = [
      question,
      { role: "assistant", content: "", toolCalls: [{ id: "c", name: "weather_forecast", input: {} }] },
      { role: "tool", callId: "c", name: "weather_forecast", content: "It is raining at 17 degrees." },
    ];
    const schema = z.object({ degrees: z.number(), summary: z.string().describe("whether it is raining") });
    const { object } = await call(messages, { tools, schema });
    expect(object).toEqual({ degrees: 17, summary: "It is raining at 17 degrees." });
  });

  it("fails with an error if the tool call does not fit the output cap", async () => {
    await expect(call([question], { tools, maxOutputTokens: 3 })).rejects.toMatchObject({ code: "empty_answer" });
  });
});

describe("a rehearsal model that is asked for an object", () => {
  const schema = z.object({ title: z.string(), risks: z.array(z.string()).min(1) });
  const [, prompt] = samplePrompt({ request: briefs.billing });
  const messages: Message[] = [{ role: "user", content: prompt?.text ?? "" }];

  it("writes an object that quotes the brief", async () => {
    const { object, text, finishReason } = await call(messages, { schema });
    expect(finishReason).toBe("stop");
    expect(JSON.parse(text)).toEqual(object);
    for (const quote of [object?.title, ...(object?.risks ?? [])]) expect(prompt?.text).toContain(quote);
  });

  it("is cut off at its output cap like any other model", async () => {
    const cut = call(messages, { schema, maxOutputTokens: 12 });
    await expect(cut).rejects.toMatchObject({ code: "invalid_answer", retry: false, details: { usage: {} } });
  });
});
