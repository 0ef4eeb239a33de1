import type { LanguageModelUsage } from "ai";
import { describe, expect, it } from "vitest";
import { estimateTokens, toUsage } from "./usage.ts";

type Parts = { input?: number; cached?: number; written?: number; output?: number; reasoning?: number };

const reported = (parts: Parts): LanguageModelUsage => ({
  inputTokens: parts.input,
  inputTokenDetails: {
    noCacheTokens: undefined,
    cacheReadTokens: parts.cached,
    cacheWriteTokens: parts.written,
  },
  outputTokens: parts.output,
  outputTokenDetails: { textTokens: undefined, reasoningTokens: parts.reasoning },
  totalTokens: undefined,
});

const call = { sent: "A prompt of some words.", text: "An answer.", isCut: false };
const sentGuess = estimateTokens(call.sent);
const textGuess = estimateTokens(call.text);

describe("usage", () => {
  it("is the provider's report, if plausible", () => {
    expect(toUsage(reported({ input: 100, cached: 60, written: 10, output: 40, reasoning: 30 }), call)).toEqual({
      inputTokens: 100,
      cachedInputTokens: 60,
      cacheWriteTokens: 10,
      outputTokens: 40,
      reasoningTokens: 30,
      estimated: false,
    });
  });

  it.each<[string, Parts | undefined, { inputTokens: number; outputTokens: number }]>([
    ["there is no report", undefined, { inputTokens: sentGuess, outputTokens: textGuess }],
    ["the report contains no counts", {}, { inputTokens: sentGuess, outputTokens: textGuess }],
    ["the provider reports zeros", { input: 0, output: 0 }, { inputTokens: sentGuess, outputTokens: textGuess }],
    ["the output is missing", { input: 50 }, { inputTokens: 50, outputTokens: textGuess }],
    ["a count is negative", { input: -5, output: 7 }, { inputTokens: sentGuess, outputTokens: 7 }],
    ["a count is fractional", { input: 5.5, output: Number.NaN }, { inputTokens: sentGuess, outputTokens: textGuess }],
    [
      "a count is implausibly large",
      { input: 3e9, cached: 3e9, output: 7, reasoning: 2 ** 53 - 1 },
      { inputTokens: sentGuess, outputTokens: 7 },
    ],
    ["cached tokens are not part of input", { input: 5, cached: 90, output: 7 }, { inputTokens: 95, outputTokens: 7 }],
    ["reasoning is not part of output", { input: 5, output: 7, reasoning: 20 }, { inputTokens: 5, outputTokens: 27 }],
  ])("is estimated, and marked as an estimate, if %s", (_, parts, expected) => {
    const usage = toUsage(parts && reported(parts), call);
    expect(usage).toMatchObject({ ...expected, estimated: true });
    expect(usage.inputTokens).toBeGreaterThanOrEqual(usage.cachedInputTokens + usage.cacheWriteTokens);
    expect(usage.outputTokens).toBeGreaterThanOrEqual(usage.reasoningTokens);
  });

  it("of an interrupted stream covers at least the text received", () => {
    const text = "word ".repeat(200);
    const usage = toUsage(reported({ input: 9, output: 1 }), { sent: call.sent, text, isCut: true });
    expect(usage).toMatchObject({ inputTokens: 9, outputTokens: estimateTokens(text), estimated: true });
  });

  it("is estimated by bytes for writing systems with one token per letter", () => {
    expect(estimateTokens("計画を立てる")).toBeGreaterThanOrEqual(5);
  });
});
