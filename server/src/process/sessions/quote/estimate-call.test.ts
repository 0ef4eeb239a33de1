import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelTerms } from "#models";
import { type CallToEstimate, estimateCall, type RequestTokens } from "./estimate-call.ts";
import { measureText } from "./measure-text.ts";

const terms = (more: Partial<ModelTerms> = {}): ModelTerms => ({
  id: "own/model",
  contextWindow: 100_000,
  maxOutputTokens: 4_000,
  tokenizer: "pieces",
  prices: null,
  api: "chat",
  source: "file",
  noted: null,
  ...more,
});
const of = (low: number, expected: number, high: number) => ({ low, expected, high });
const call = (more: Partial<CallToEstimate> = {}) =>
  estimateCall({
    writer: terms(),
    cap: 1_000,
    requests: 6,
    prompt: of(100, 200, 900),
    sources: [],
    further: of(10, 20, 90),
    words: 500,
    ...more,
  });

describe("the size of a known text", () => {
  it.each([
    ["", of(0, 0, 0)],
    ["one", of(1, 1, 3)],
    ["a plan of  four words", of(5, 6, 21)],
    ["屋外の会場", of(1, 4, 15)],
    [" ".repeat(400), of(0, 100, 400)],
  ])("is estimated for %j", (text, size) => {
    expect(measureText(text)).toEqual(size);
  });

  it("keeps low <= expected <= high for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { low, expected, high } = measureText(text);
        expect(low).toBeLessThanOrEqual(expected);
        expect(expected).toBeLessThanOrEqual(high);
      }),
    );
  });
});

describe("one call", () => {
  it("is one request if the answer fits into the cap", () => {
    const { low, expected, high, draft } = call();
    expect(low).toEqual([{ inputTokens: 100, outputTokens: 1 }]);
    expect(expected).toEqual([{ inputTokens: 208, outputTokens: 700 }]);
    expect(high).toHaveLength(6);
    expect(draft.size).toEqual(of(0, 700, 6_856));
  });

  it("is continued if the answer does not fit into the cap; each continuation also reads the earlier answers", () => {
    const { expected, draft } = call({ words: 1_800 });
    expect(expected).toEqual([
      { inputTokens: 208, outputTokens: 1_000 },
      { inputTokens: 1_236, outputTokens: 1_000 },
      { inputTokens: 2_264, outputTokens: 520 },
    ]);
    expect(draft.size.expected).toBe(2_520);
  });

  it("stops after the maximum number of requests", () => {
    expect(call({ words: 4_000 }).isCutShort).toBe(false);
    const short = call({ words: 5_000 });
    expect(short.isCutShort).toBe(true);
    expect(short.expected).toHaveLength(6);
    expect(short.draft.size.expected).toBe(6_000);
  });

  it("assumes that a document from a model with another tokenizer may have up to five times as many tokens", () => {
    const written = of(0, 700, 6_000);
    const reads = (writer: ModelTerms) => call({ sources: [{ size: written, writer }] }).reads;
    expect(reads(terms({ id: "own/other" }))).toEqual(of(100, 908, 6_932));
    expect(reads(terms({ id: "own/other", tokenizer: "claude" }))).toEqual(of(100, 908, 30_932));
    const unknown = terms({ tokenizer: "unknown" });
    const from = (id: string) =>
      call({ writer: unknown, sources: [{ size: written, writer: { ...unknown, id } }] }).reads.high;
    expect(from("own/model")).toBe(6_932);
    expect(from("own/other")).toBe(30_932);
  });

  it("never reads more than its window", () => {
    const { low, expected, high } = call({ prompt: of(150_000, 200_000, 900_000) });
    for (const { inputTokens } of [...low, ...expected, ...high]) expect(inputTokens).toBe(100_000);
  });

  it("keeps low <= expected <= high for input and output", () => {
    const size = fc
      .nat(50_000)
      .chain((low) =>
        fc.nat(50_000).chain((more) => fc.nat(200_000).map((most) => of(low, low + more, low + more + most))),
      );
    const writer = fc
      .record({
        contextWindow: fc.integer({ min: 1_000, max: 1_000_000 }),
        tokenizer: fc.constantFrom("a", "b", "unknown"),
      })
      .map(terms);
    const input = fc.record({
      writer,
      cap: fc.integer({ min: 1, max: 128_000 }),
      requests: fc.integer({ min: 1, max: 31 }),
      prompt: size,
      sources: fc.array(fc.record({ size, writer })),
      further: size,
      words: fc.integer({ min: 10, max: 60_000 }),
    });
    const sum = (requests: RequestTokens[], kind: keyof RequestTokens) =>
      requests.reduce((total, request) => total + request[kind], 0);
    fc.assert(
      fc.property(input, (given) => {
        const { low, expected, high, draft } = estimateCall(given);
        for (const kind of ["inputTokens", "outputTokens"] as const) {
          expect(sum(low, kind)).toBeLessThanOrEqual(sum(expected, kind));
          expect(sum(expected, kind)).toBeLessThanOrEqual(sum(high, kind));
        }
        expect(draft.size.expected).toBeLessThanOrEqual(draft.size.high);
      }),
    );
  });
});
