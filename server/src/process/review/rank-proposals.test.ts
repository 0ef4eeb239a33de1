import type { ContributionId, Scorecard } from "@dialectic/contract";
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
  it("come from medians of what others gave; nobody ranks by self-scores", () => {
    const ranked = rankProposals([
      proposal("a", card("a", 10, true), card("b", 5), card("c", 6)),
      proposal("b", card("a", 7), card("b", 1, true), card("c", 5)),
      proposal("c", card("c", 10, true)),
    ]);
    expect(ranked.map(({ model, median, rank }) => [model, median, rank])).toEqual([
      ["a", 5.5, 2],
      ["b", 6, 1],
      ["c", null, null],
    ]);
    expect(leadByScores(models, ranked)).toBe("b");
  });

  it("leave the lead to the first in the list on a tie, and without scores", () => {
    const tied = rankProposals([proposal("b", card("a", 7)), proposal("c", card("a", 7)), proposal("a", card("b", 6))]);
    expect(leadByScores(models, tied)).toBe("b");
    expect(leadByScores(models, [])).toBe("a");
    expect(leadByScores([], [])).toBeNull();
  });

  it("count the better of a model's proposals when it comes to the lead", () => {
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
