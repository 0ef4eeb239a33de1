import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diversify } from "./diversify.ts";
import { merge } from "./merge.ts";
import type { Candidate } from "./search.store.ts";
import { type Weighed, weigh } from "./weigh.ts";

/** A candidate whose score is the sum of `shares`: what each word, given by its index, contributes to the score. */
function candidate(pos: number, shares: Record<number, number>, rest: Partial<Candidate> = {}): Candidate {
  const windowed = Object.values(shares).reduce((sum, share) => sum + share, 0);
  return {
    pos: BigInt(pos),
    bm25: windowed,
    windowed,
    cosine: null,
    words: Object.keys(shares).map(Number),
    shares: Object.values(shares),
    ...rest,
  };
}
const places = (ranked: readonly Weighed[]) => ranked.map(({ pos }) => Number(pos));

describe("weighing", () => {
  const both = [
    candidate(1, { 0: 4 }, { cosine: 0.1 }),
    candidate(2, { 0: 3 }, { cosine: 0.9, bm25: 5 }),
    candidate(3, {}, { windowed: null, bm25: null, words: null, shares: null, cosine: 0.95 }),
  ];
  it.each([
    ["bm25", [2, 1]],
    ["window", [1, 2]],
    ["vectors", [3, 2, 1]],
    ["fusion", [2, 1, 3]],
  ] as const)("ranks by the scores of the method %s", (method, expected) => {
    expect(places(weigh(both, method))).toEqual(expected);
  });

  it("merges the results of several questions by each passage's best score, and alternates between questions on ties", () => {
    const one = weigh([candidate(1, { 0: 4 }), candidate(2, { 0: 4 })], "window");
    const other = weigh([candidate(9, { 0: 1 }), candidate(2, { 0: 0.5 })], "window");
    expect(places(merge([one, other]))).toEqual([2, 1, 9]);
    expect(places(merge([one]))).toEqual([1, 2]);
  });
});

describe("diversifying", () => {
  it("ranks the passage with the other half of the answer before passages that repeat the first half", () => {
    const ranked = weigh(
      [1, 2, 3].map((pos) => candidate(pos, { 0: 3, 1: 3 })).concat(candidate(9, { 2: 4 })),
      "window",
    );
    expect(places(ranked)).toEqual([1, 2, 3, 9]);
    expect(places(diversify(ranked, 3))).toEqual([1, 9, 2]);
  });

  it("ranks a dissimilar passage before a similar one", () => {
    const [same, other] = ["01".repeat(256), "0011".repeat(128)];
    const ranked = weigh([candidate(1, { 1: 4 }), candidate(2, { 2: 3.9 }), candidate(3, { 3: 3.7 })], "window");
    const signs = new Map([
      [1n, same],
      [2n, same],
      [3n, other],
    ]);
    expect(places(diversify(ranked, 3, signs))).toEqual([1, 3, 2]);
    expect(places(diversify(ranked, 3))).toEqual([1, 2, 3]);
  });

  it("picks each candidate once, and the best candidate first", () => {
    const shares = fc.dictionary(fc.constantFrom("0", "1", "2", "3"), fc.double({ min: 0.1, max: 9, noNaN: true }));
    fc.assert(
      fc.property(fc.array(shares, { maxLength: 80 }), fc.integer({ min: 1, max: 90 }), (list, limit) => {
        const ranked = weigh(
          list.map((one, pos) => candidate(pos, one)),
          "window",
        );
        const picked = places(diversify(ranked, limit));
        expect(new Set(picked).size).toBe(picked.length);
        expect(picked.length).toBe(Math.min(limit, ranked.length, Math.max(60, limit)));
        expect(picked[0]).toBe(places(ranked)[0]);
      }),
    );
  });
});
