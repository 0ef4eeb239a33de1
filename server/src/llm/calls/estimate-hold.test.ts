import { describe, expect, it } from "vitest";
import { z } from "zod";
import { countTokens, estimateTokens, type ReadyModel } from "#models";
import type { ModelCall } from "./call.ts";
import { estimateHold } from "./estimate-hold.ts";

const prices = { input: 1_000_000, cachedInput: 1, cacheWrite: 1, output: 1_000_000, reasoning: 1 };
const model: ReadyModel = {
  terms: {
    ...{ id: "own/model", contextWindow: 20_000, maxOutputTokens: 1_000, tokenizer: "unknown", api: "chat" },
    ...{ prices, source: "file", noted: null },
  },
  connection: { provider: undefined, inProcess: undefined, keys: [], chunkMs: 1, env: {} },
};

const estimate = (content: string, more: Partial<ModelCall> = {}, factor = 1.02) =>
  estimateHold(
    {
      model,
      prompt: { instructions: "", messages: [{ role: "user", content }] },
      maxOutputTokens: 1_000,
      key: "call",
      job: null,
      scope: {},
      continuations: 0,
      ...more,
    },
    factor,
  );
const english = "The loading dock opens at six in the morning, and twelve volunteers carry the chairs inside. ".repeat(
  40,
);
const chinese = "装卸码头早上六点开放，十二名志愿者把椅子搬进去，然后我们开始布置大厅。".repeat(60);

describe("the estimated hold of a call", () => {
  it("reports a token count without a margin, and covers the larger of two counts with a margin", async () => {
    for (const text of [english, chinese]) {
      const { countedTokens, countedBy, inputTokens, hold } = await estimate(text);
      expect({ countedTokens, countedBy }).toEqual({ countedTokens: countTokens(text) + 16, countedBy: "o200k" });
      expect(inputTokens).toBeGreaterThanOrEqual(Math.ceil((estimateTokens(text) + 16) * 1.1));
      expect(inputTokens).toBeGreaterThanOrEqual(Math.ceil((countTokens(text) + 16) * 1.1));
      expect(hold).toBe(BigInt(inputTokens + 1_000));
    }
    // Each count is the larger one for some text, so both are needed.
    expect(estimateTokens(english)).toBeGreaterThan(countTokens(english));
    expect(estimateTokens(chinese)).toBeLessThan(countTokens(chinese));
  });

  it("grows with the learned ratio of the model's token count to ours", async () => {
    expect((await estimate(english, {}, 2)).inputTokens).toBe((countTokens(english) + 16) * 2);
    expect((await estimate(english, {}, 1.02)).inputTokens).toBe((await estimate(english, {}, 1)).inputTokens);
  });

  it("includes earlier output in the input of each continuation, up to the window", async () => {
    const largest = async (continuations: number) => (await estimate(english, { continuations })).largest;
    expect(await largest(2)).toBe((await largest(0)) + 2_000n);
    expect(await largest(30)).toBe(21_000n);
  });

  const about = "Finds the documents of this project that hold these words, the newest first. ".repeat(20);
  const search = { name: "search", description: about, input: z.object({ query: z.string().describe(about) }) };
  const Plan = z.object({ title: z.string().describe(about), days: z.number() });

  it.each([
    ["tools", { tools: [search] }, 2],
    ["the schema of the answer", { schema: Plan }, 1],
    ["both", { tools: [search], schema: Plan }, 3],
  ])("counts %s, which the provider reads as input", async (_, more, times) => {
    const [plain, whole] = [await estimate(english), await estimate(english, more)];
    const added = times * countTokens(about);
    expect(whole.countedTokens - plain.countedTokens).toBeGreaterThan(added);
    expect(whole.inputTokens - plain.inputTokens).toBeGreaterThan(added + 400);
    expect(whole.hold - plain.hold).toBe(BigInt(whole.inputTokens - plain.inputTokens));
    expect(whole.reservedTokens - plain.reservedTokens).toBe(whole.inputTokens - plain.inputTokens);
  });

  it("counts the tool calls of earlier messages and their results", async () => {
    const query = "volunteers and chairs ".repeat(50);
    const messages: ModelCall["prompt"]["messages"] = [
      { role: "user", content: english },
      { role: "assistant", content: "", toolCalls: [{ id: "1", name: "search", input: { query } }] },
      { role: "tool", callId: "1", name: "search", content: "Nothing was found." },
    ];
    const { countedTokens } = await estimate("", { prompt: { instructions: "", messages } });
    expect(countedTokens).toBeGreaterThan(countTokens(english) + countTokens(query));
  });
});
