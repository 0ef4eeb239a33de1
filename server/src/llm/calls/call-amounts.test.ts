import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { countTokens, estimateTokens } from "#models";
import { callAmounts } from "./call-amounts.ts";

const dataDir = mkdtempSync(join(tmpdir(), "dialectic-amounts-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const prices = { input: 1_000_000, cachedInput: 1, cacheWrite: 1, output: 1_000_000, reasoning: 1 };
const limits = { contextWindow: 20_000, maxOutputTokens: 1_000 };
writeFileSync(join(dataDir, "providers.json"), '[{"name": "own", "baseUrl": "http://127.0.0.1:9/v1"}]');
writeFileSync(join(dataDir, "models.json"), JSON.stringify({ models: [{ id: "own/model", ...limits, prices }] }));
const tools = { models: { env: {}, dataDir }, approvalShare: 20, retryWindowMs: 900_000 };

const amounts = (content: string, factor = 1.02, turnsToCome = 0) =>
  callAmounts(
    tools,
    {
      model: "own/model",
      instructions: "",
      messages: [{ role: "user", content }],
      maxOutputTokens: 1_000,
      key: "call",
      job: null,
      scope: {},
      turnsToCome,
    },
    factor,
  );
const english = "The loading dock opens at six in the morning, and twelve volunteers carry the chairs inside. ".repeat(
  40,
);
const chinese = "装卸码头早上六点开放，十二名志愿者把椅子搬进去，然后我们开始布置大厅。".repeat(60);

describe("what a call may come to", () => {
  it("is counted without a margin, and held with the larger of two ways to count", () => {
    for (const text of [english, chinese]) {
      const { countedTokens, countedBy, inputTokens, hold } = amounts(text);
      expect({ countedTokens, countedBy }).toEqual({ countedTokens: countTokens(text) + 16, countedBy: "o200k" });
      expect(inputTokens).toBeGreaterThanOrEqual(Math.ceil((estimateTokens(text) + 16) * 1.1));
      expect(inputTokens).toBeGreaterThanOrEqual(Math.ceil((countTokens(text) + 16) * 1.1));
      expect(hold).toBe(BigInt(inputTokens + 1_000));
    }
    // Each way is the larger one somewhere: neither may go.
    expect(estimateTokens(english)).toBeGreaterThan(countTokens(english));
    expect(estimateTokens(chinese)).toBeLessThan(countTokens(chinese));
  });

  it("grows with what the model's own count has been to ours", () => {
    expect(amounts(english, 2).inputTokens).toBe((countTokens(english) + 16) * 2);
    expect(amounts(english, 1.02).inputTokens).toBe(amounts(english, 1).inputTokens);
  });

  it("allows for each turn to come what the turns before it may write, up to the window", () => {
    const [none, two, many] = [0, 2, 30].map((turns) => amounts(english, 1.02, turns));
    expect(two?.largest).toBe((none?.largest ?? 0n) + 2_000n);
    expect(many?.largest).toBe(21_000n);
  });
});
