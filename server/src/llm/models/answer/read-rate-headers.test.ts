import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LearnedRate } from "#jobs";
import { readRateHeaders, readReset } from "./read-rate-headers.ts";

const now = Date.UTC(2026, 0, 15, 14, 0, 0);
type Case = [name: string, headers: Record<string, string>, learned: Omit<LearnedRate, "heardAt"> | undefined];

const cases: Case[] = [
  [
    "OpenAI",
    {
      "x-ratelimit-limit-requests": "500",
      "x-ratelimit-remaining-requests": "499",
      "x-ratelimit-reset-requests": "120ms",
      "x-ratelimit-limit-tokens": "150000",
      "x-ratelimit-remaining-tokens": "149984",
      "x-ratelimit-reset-tokens": "6ms",
    },
    {
      requests: { limit: 500, remaining: 499, resetMs: 120 },
      tokens: { limit: 150_000, remaining: 149_984, resetMs: 6 },
    },
  ],
  [
    "OpenAI with nothing left, and a minute to go",
    {
      "x-ratelimit-limit-requests": "60",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "1m0s",
    },
    { requests: { limit: 60, remaining: 0, resetMs: 60_000 } },
  ],
  [
    "per-minute names for per-day counts",
    {
      "x-ratelimit-limit-requests": "14400",
      "x-ratelimit-remaining-requests": "14370",
      "x-ratelimit-reset-requests": "2m59.56s",
      "x-ratelimit-limit-tokens": "18000",
      "x-ratelimit-remaining-tokens": "17997",
      "x-ratelimit-reset-tokens": "10ms",
    },
    {
      requests: { remaining: 14_370, resetMs: 179_560 },
      tokens: { limit: 18_000, remaining: 17_997, resetMs: 10 },
    },
  ],
  [
    "per-minute names for per-second counts",
    { "x-ratelimit-limit-requests": "10", "x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "0.5s" },
    { requests: { remaining: 5, resetMs: 500 } },
  ],
  [
    "windows in the header names",
    {
      "x-ratelimit-limit-requests-day": "14400",
      "x-ratelimit-limit-tokens-minute": "60000",
      "x-ratelimit-remaining-tokens-minute": "59000",
      "x-ratelimit-reset-tokens-minute": "33.01",
    },
    { tokens: { limit: 60_000, remaining: 59_000, resetMs: 33_010 } },
  ],
  [
    "Anthropic",
    {
      "anthropic-ratelimit-requests-limit": "4000",
      "anthropic-ratelimit-requests-remaining": "3999",
      "anthropic-ratelimit-requests-reset": "2026-01-15T14:00:01Z",
      "anthropic-ratelimit-tokens-limit": "480000",
      "anthropic-ratelimit-tokens-remaining": "400000",
      "anthropic-ratelimit-tokens-reset": "2026-01-15T14:00:10Z",
      "anthropic-ratelimit-input-tokens-limit": "400000",
      "anthropic-ratelimit-input-tokens-remaining": "330000",
      "anthropic-ratelimit-output-tokens-limit": "80000",
      "anthropic-ratelimit-output-tokens-remaining": "70000",
    },
    {
      requests: { limit: 4_000, remaining: 3_999, resetMs: 1_000 },
      tokens: { limit: 480_000, remaining: 400_000, resetMs: 10_000 },
    },
  ],
  [
    "Anthropic, with input and output alone",
    {
      "anthropic-ratelimit-input-tokens-limit": "400000",
      "anthropic-ratelimit-input-tokens-remaining": "330000",
      "anthropic-ratelimit-output-tokens-limit": "80000",
      "anthropic-ratelimit-output-tokens-remaining": "70000",
    },
    { tokens: { limit: 480_000, remaining: 400_000 } },
  ],
  [
    "Anthropic, with its output used up",
    {
      "anthropic-ratelimit-tokens-limit": "480000",
      "anthropic-ratelimit-tokens-remaining": "400000",
      "anthropic-ratelimit-output-tokens-limit": "80000",
      "anthropic-ratelimit-output-tokens-remaining": "0",
      "anthropic-ratelimit-output-tokens-reset": "2026-01-15T14:00:42.5+00:00",
    },
    { tokens: { limit: 480_000, remaining: 0, resetMs: 42_500 } },
  ],
  [
    "OpenRouter: a limit without a unit",
    { "x-ratelimit-limit": "20", "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${now + 31_000}` },
    { requests: { remaining: 0, resetMs: 31_000 } },
  ],
  [
    "the standard's names, with a time in seconds",
    { "RateLimit-Limit": "100", "RateLimit-Remaining": "7", "RateLimit-Reset": `${now / 1_000 + 5}` },
    { requests: { remaining: 7, resetMs: 5_000 } },
  ],
  ["Google, which sends none", { "content-type": "application/json", server: "scaffolding on HTTPServer2" }, undefined],
  ["a limit alone, without a unit", { "x-ratelimit-limit": "20" }, undefined],
  [
    "a time in the past",
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${now - 5_000}` },
    { requests: { remaining: 0, resetMs: 0 } },
  ],
  [
    "negative and malformed numbers",
    {
      "x-ratelimit-limit-requests": "-5",
      "x-ratelimit-remaining-requests": "-1",
      "x-ratelimit-limit-tokens": "NaN",
      "x-ratelimit-remaining-tokens": "0x10",
    },
    undefined,
  ],
  [
    "a limit of zero, which would block forever",
    { "x-ratelimit-limit-requests": "0", "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "-3s" },
    { requests: { remaining: 0 } },
  ],
  [
    "implausible numbers",
    {
      "x-ratelimit-limit-requests": "1e400",
      "x-ratelimit-limit-tokens": "99999999999",
      "x-ratelimit-remaining-tokens": "9".repeat(400),
    },
    undefined,
  ],
];

describe("rate headers", () => {
  it.each(cases)("are read from %s", (_, headers, learned) => {
    expect(readRateHeaders(new Headers(headers), now)).toEqual(learned && { ...learned, heardAt: now });
  });

  it.each([
    ["6m0s", 360_000],
    ["20ms", 20],
    ["1h2m3.5s", 3_723_500],
    ["1d", 86_400_000],
    ["0s", 0],
    ["17", 17_000],
    ["0.25", 250],
    [" 8.64s ", 8_640],
    ["2026-01-15T14:01:00Z", 60_000],
    ["2026-01-15T15:01:00+01:00", 60_000],
    ["2025-01-15T14:01:00Z", 0],
    ["2099-01-01T00:00:00Z", undefined],
    ["2026-99-99T00:00:00Z", undefined],
    ["soon", undefined],
    ["-5s", undefined],
    ["5 s", undefined],
    ["", undefined],
    ["1s".repeat(100), undefined],
    [null, undefined],
  ])("with the reset time %j announce a reset %s ms from now", (said, ms) => {
    expect(readReset(said, now)).toBe(ms);
  });

  it("yield only valid counts and waits, even if they contain arbitrary text", () => {
    const names = [
      "limit-requests",
      "remaining-requests",
      "reset-requests",
      "limit-tokens",
      "remaining-tokens",
      "limit",
    ];
    const value = fc.oneof(
      fc.string({ unit: "grapheme-ascii" }),
      fc.integer().map(String),
      fc.double().map(String),
      fc.stringMatching(/^(\d{1,20}(ms|s|m|h|d)){1,3}$/),
    );
    const property = fc.property(fc.array(fc.tuple(fc.constantFrom(...names), value)), (said) => {
      const headers = new Headers();
      for (const [name, text] of said) headers.append(`x-ratelimit-${name}`, text);
      const learned = readRateHeaders(headers, now);
      for (const reading of [learned?.requests, learned?.tokens]) {
        const { limit = 1, remaining = 0, resetMs = 0 } = reading ?? {};
        expect(limit >= 1 && limit <= 1e9 && Number.isInteger(limit)).toBe(true);
        expect(remaining >= 0 && remaining <= 1e9 && Number.isInteger(remaining)).toBe(true);
        expect(resetMs >= 0 && Number.isFinite(resetMs)).toBe(true);
      }
    });
    fc.assert(property);
  });
});
