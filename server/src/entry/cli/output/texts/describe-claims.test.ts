import { type Claim, ContributionId, type Question } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { describeClaim, describeClaims, describeQuestions, describeScores } from "./describe-claims.ts";

const contributionId = ContributionId.parse("01a1e105-0c5c-7e63-a5ad-42d3eb928681");
const judged = (model: string, verdict: "kept" | "rejected") => ({
  contributionId,
  model,
  verdict,
  because: "",
  answers: "",
});
const claim = (more: Partial<Claim>): Claim => ({
  id: "C1",
  number: 1,
  iteration: 1,
  model: "rehearsal/atlas",
  contributionId,
  documentId: null,
  text: "A hall.",
  verdicts: [],
  contested: false,
  choice: null,
  ...more,
});
const question: Question = {
  id: "Q1",
  number: 1,
  iteration: 1,
  stage: "thesis",
  model: "rehearsal/briar",
  askedBy: ["rehearsal/atlas", "rehearsal/briar"],
  contributionId,
  documentId: null,
  text: "Who pays?",
  decides: "all",
  otherwise: "assume the city",
  state: "assumed",
  answer: null,
  answeredAt: null,
};

describe("the description of claims, scores and questions", () => {
  it("shows claims with their verdicts, and claims without a verdict", () => {
    const verdicts = [judged("a", "kept"), judged("b", "rejected")];
    const text = describeClaims({
      items: [
        claim({}),
        claim({ id: "C2", verdicts, contested: true }),
        claim({
          id: "C3",
          verdicts,
          contested: true,
          choice: { verdict: "kept", note: "", at: "2026-11-16T00:00:00.000Z" },
        }),
      ],
      coverage: [{ contributionId, model: "rehearsal/briar", claims: 3, judged: 2, missing: ["C1"] }],
    });
    expect(text.split("\n").slice(1)).toEqual([
      "C1     atlas  -                              A hall.",
      "C2     atlas  kept / rejected  contested     A hall.",
      "C3     atlas  kept / rejected  chosen: kept  A hall.",
      "",
      "The synthesis of rehearsal/briar has no verdict on C1.",
    ]);
  });

  it("shows each model's verdict on a claim and its reason", () => {
    const verdicts = [{ ...judged("lab/a", "kept"), because: "It is dry." }, judged("lab/b", "rejected")];
    const text = describeClaim(claim({ verdicts, contested: true }));
    expect(text).toMatch(/^C1, by rehearsal\/atlas: A hall\.\n/);
    expect(text).toMatch(/lab\/a +kept +It is dry\./);
    expect(text).toMatch(/lab\/b +rejected/);
    expect(text).toMatch(/\ncontested$/);
  });

  it("marks scores that are not counted, and explains why a model leads", () => {
    const critics = [{ critic: "a", contributionId, self: true, total: 9, scores: [] }];
    const proposal = {
      model: "a",
      proposal: null,
      proposalId: contributionId,
      iteration: 1,
      median: null,
      preference: null,
      rank: null,
      critics,
    };
    const lead = { leadModel: "a", leadChosen: false };
    expect(describeScores({ items: [proposal], ...lead })).toContain("a (own proposal, not counted)  9");
    expect(describeScores({ items: [], ...lead })).toMatch(
      /Lead model: a \(first in the list, because no critic compared two proposals by others\)\.$/,
    );
    expect(describeScores({ items: [], leadModel: "a", leadChosen: true })).toMatch(
      /Lead model: a \(chosen by you\)\.$/,
    );
  });

  it("shows questions with their answer or default", () => {
    expect(describeQuestions([question])).toContain("atlas, briar  assumed  Who pays?  default: assume the city");
    expect(describeQuestions([{ ...question, state: "answered", answer: "Ana." }])).toContain(
      "answered  Who pays?  Ana.",
    );
    expect(describeQuestions([{ ...question, otherwise: "" }])).toContain("no default");
  });
});
