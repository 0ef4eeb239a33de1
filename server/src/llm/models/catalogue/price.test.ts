import { describe, expect, it } from "vitest";
import { costOf, estimateTokens, leastCost, mostCost, priceOf, termsOf, worstCase } from "../index.ts";
import { settingsOf } from "../providers/settings.fixture.ts";

const nothing = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
const prices = {
  input: 3_000_000,
  cachedInput: 300_000,
  cacheWrite: 3_750_000,
  output: 15_000_000,
  reasoning: 16_000_000,
};
const model = (id: string, more: object) => ({ id, contextWindow: 1000, maxOutputTokens: 100, ...more });
const settings = () =>
  settingsOf({
    models: [model("openai/own", { prices }), model("openai/unpriced", {}), model("openai/gift", { free: true })],
  });

const pricesOf = (id: string, from = settingsOf({})) => termsOf(id, from).prices;

describe("the price of a call", () => {
  it("is the sum over all kinds of tokens, each at its own price", () => {
    const usage = {
      inputTokens: 1_000_000,
      cachedInputTokens: 500_000,
      cacheWriteTokens: 100_000,
      outputTokens: 200_000,
      reasoningTokens: 50_000,
    };
    // 400,000 plain at 3, 500,000 cached at 0.30, 100,000 written at 3.75, 150,000 out at 15, 50,000 reasoning at 16
    expect(priceOf(pricesOf("openai/own", settings()), usage)).toBe(
      1_200_000n + 150_000n + 375_000n + 2_250_000n + 800_000n,
    );
  });

  it("is rounded up once, not for each kind of token", () => {
    expect(priceOf(pricesOf("openai/own", settings()), nothing)).toBe(0n);
    // 0.3 + 11.25 units are 12 in sum; rounded one by one they would be 13
    const few = { ...nothing, inputTokens: 4, cachedInputTokens: 1, cacheWriteTokens: 3 };
    expect(priceOf(pricesOf("openai/own", settings()), few)).toBe(12n);
  });

  it("keeps every digit of large amounts", () => {
    const usage = { ...nothing, inputTokens: Number.MAX_SAFE_INTEGER };
    expect(priceOf(pricesOf("openai/own", settings()), usage)).toBe(BigInt(Number.MAX_SAFE_INTEGER) * 3n);
  });

  it.each(["rehearsal/atlas", "openai/gift", "ollama/any"])("is zero for %s", (id) => {
    expect(priceOf(pricesOf(id, settings()), { ...nothing, inputTokens: 1000, outputTokens: 1000 })).toBe(0n);
    expect(worstCase(pricesOf(id, settings()), { inputTokens: 1000, maxOutputTokens: 1000 })).toBe(0n);
  });

  it("cannot be computed if the model has no prices", () => {
    const refusal = expect.objectContaining({ code: "unknown_price", retry: false });
    expect(() => priceOf(pricesOf("openai/unpriced", settings()), nothing)).toThrow(refusal);
    expect(() => worstCase(pricesOf("openai/unpriced", settings()), { inputTokens: 1, maxOutputTokens: 1 })).toThrow(
      refusal,
    );
  });

  it.each([
    ["negative", { inputTokens: -1 }],
    ["fractional", { outputTokens: 0.5 }],
    ["more cached than total", { inputTokens: 1, cachedInputTokens: 2 }],
    ["more reasoning than output", { outputTokens: 1, reasoningTokens: 2 }],
  ])("cannot be computed from invalid usage: %s", (_, wrong) => {
    expect(() => priceOf(pricesOf("openai/own", settings()), { ...nothing, ...wrong })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });
});

describe("the worst case of a call", () => {
  it("is at least the price of any call with the same numbers of tokens", () => {
    const own = settings();
    const worst = worstCase(pricesOf("openai/own", own), { inputTokens: 900, maxOutputTokens: 100 });
    for (const cachedInputTokens of [0, 450, 900]) {
      for (const reasoningTokens of [0, 50, 100]) {
        const usage = { ...nothing, inputTokens: 900, outputTokens: 100, reasoningTokens, cachedInputTokens };
        const rest = { ...usage, cacheWriteTokens: 900 - cachedInputTokens };
        expect(priceOf(pricesOf("openai/own", own), usage)).toBeLessThanOrEqual(worst);
        expect(priceOf(pricesOf("openai/own", own), rest)).toBeLessThanOrEqual(worst);
      }
    }
  });

  it("is computed from the prices of a shipped model", () => {
    expect(worstCase(pricesOf("openai/gpt-5"), { inputTokens: 1_000_000, maxOutputTokens: 0 })).toBe(1_250_000n);
    expect(estimateTokens("Some text.")).toBe(3);
  });
});

describe("the lowest and highest cost of tokens", () => {
  it("use the lowest and the highest price of each kind of token", () => {
    const tokens = { inputTokens: 1_000_000, outputTokens: 100_000 };
    expect(leastCost(prices, tokens)).toBe(300_000n + 1_500_000n);
    expect(mostCost(prices, tokens)).toBe(3_750_000n + 1_600_000n);
    expect(costOf(prices, { ...nothing, ...tokens })).toBe(3_000_000n + 1_500_000n);
    expect(leastCost(prices, { inputTokens: 1, outputTokens: 0 })).toBe(1n); // rounded up, as every call is
  });
});

describe("the terms of a model", () => {
  it("are known even if the model cannot be called", () => {
    const own = settings();
    expect(termsOf("openai/own", own)).toMatchObject({
      contextWindow: 1000,
      maxOutputTokens: 100,
      prices,
      noted: null,
    });
    expect(termsOf("openai/own", own).why).toMatch(/openai\/own/);
    expect(termsOf("openai/gpt-5", own).noted).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(termsOf("rehearsal/atlas", own)).toMatchObject({ prices: null, noted: null, why: null });
    expect(termsOf("openai/gift", own)).toMatchObject({ prices: null });
  });

  it("are refused if the price is unknown", () => {
    expect(() => termsOf("openai/unpriced", settings())).toThrow(expect.objectContaining({ code: "unknown_price" }));
    expect(() => termsOf("openai/missing", settings())).toThrow(expect.objectContaining({ code: "unknown_model" }));
  });
});
