import type { ContributionId, Scorecard } from "@dialectic/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leadByScores, rankProposals, totalOf } from "./rank-proposals.ts";

const card = (critic: string, total: number, self = false): Scorecard => ({
  critic,
  contributionId: `${critic}-card` as ContributionId,
  self,
  total,
  scores: [],
});
const proposal = (model: string, ...critics: Scorecard[]) => ({
  model,
  proposal: null,
  proposalId: `${model}-proposal` as ContributionId,
  iteration: 1,
  critics,
});
const models = ["a", "b", "c"];

/** Critics whose scores differ in bias and spread. All prefer the same proposal, except the author of that proposal. */
const matrices = fc.integer({ min: 3, max: 7 }).chain((size) =>
  fc.record({
    names: fc.constant(Array.from({ length: size }, (_, index) => `m${index}`)),
    favourite: fc.nat({ max: size - 1 }),
    worth: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size * size, maxLength: size * size }),
    critics: fc.array(
      fc.record({
        base: fc.double({ min: 0, max: 6, noNaN: true }),
        spread: fc.double({ min: 0.1, max: 4, noNaN: true }),
      }),
      { minLength: size, maxLength: size },
    ),
  }),
);

describe("a total", () => {
  it.each([
    [
      [
        { weight: 3, score: 10 },
        { weight: 1, score: 2 },
      ],
      8,
    ],
    [
      [
        { weight: null, score: 10 },
        { weight: 1, score: 2 },
      ],
      6,
    ],
    [
      [
        { weight: 0, score: 4 },
        { weight: 0, score: 6 },
      ],
      5,
    ],
    [[], 0],
  ])("of %j is %d", (scores, total) => {
    expect(totalOf(scores)).toBe(total);
  });
});

describe("ranks", () => {
  it("come from each critic's own ranking of other models' proposals", () => {
    const ranked = rankProposals([
      proposal("a", card("a", 10, true), card("b", 5), card("c", 6)),
      proposal("b", card("a", 7), card("b", 1, true), card("c", 5)),
      proposal("c", card("c", 10, true)),
    ]);
    expect(ranked.map(({ model, median, preference, rank }) => [model, median, preference, rank])).toEqual([
      ["a", 5.5, 1, 1], // b compared a with nothing; c prefers a to b, although a scores b high
      ["b", 6, 0, 2],
      ["c", null, null, null],
    ]);
    expect(leadByScores(models, ranked)).toBe("a");
  });

  it("do not give the lead to the strictest critic", () => {
    // Every other critic prefers b. Critic a gives low scores to everything it reads, so its own proposal has the best
    // median.
    const ranked = rankProposals([
      proposal("a", card("b", 8), card("c", 8)),
      proposal("b", card("a", 3), card("c", 9)),
      proposal("c", card("a", 1), card("b", 7)),
    ]);
    expect(ranked.map(({ median }) => median)).toEqual([8, 6, 4]);
    expect(leadByScores(models, ranked)).toBe("b");
  });

  it("give the lead to the proposal that every critic prefers, regardless of the critics' bias and the order of the models", () => {
    fc.assert(
      fc.property(matrices, ({ names, favourite, worth, critics }) => {
        const scored = names.map((model, place) =>
          proposal(
            model,
            ...names.map((critic, row) => {
              const { base, spread } = critics[row] ?? { base: 0, spread: 1 };
              const noise = worth[row * names.length + place] ?? 0;
              const liked = place === favourite ? 1 : noise * 0.9;
              return card(critic, row === place ? 10 : base + spread * liked, row === place);
            }),
          ),
        );
        const lead = leadByScores(names, rankProposals(scored));
        expect(lead).toBe(names[favourite]);
        expect(leadByScores(names.toReversed(), rankProposals(scored.toReversed()))).toBe(lead);
      }),
      { numRuns: 200 },
    );
  });

  it("give the lead to the first model if there is a tie or if there are no scores", () => {
    const tied = rankProposals([proposal("b", card("a", 7)), proposal("c", card("a", 7)), proposal("a", card("b", 6))]);
    expect(leadByScores(models, tied)).toBe("b");
    expect(leadByScores(models, [])).toBe("a");
    expect(leadByScores([], [])).toBeNull();
  });

  it("consider only the best of each model's proposals when choosing the lead", () => {
    const ranked = rankProposals([
      proposal("a", card("b", 6)),
      proposal("a", card("b", 6)),
      proposal("b", card("a", 2)),
      proposal("b", card("a", 7)),
    ]);
    expect(ranked.map(({ rank }) => rank)).toEqual([2, 2, 4, 1]);
    expect(leadByScores(models, ranked)).toBe("b");
  });
});
