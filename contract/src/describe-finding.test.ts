import { expect, it } from "vitest";
import { describeFinding } from "./describe-finding.ts";
import { type FindingDetails, findingCodes } from "./findings.ts";

const detailed: Partial<Record<(typeof findingCodes)[number], [FindingDetails, string]>> = {
  artifact_missing: [{ title: "Claims" }, "The required part “Claims” is missing."],
  verdicts_missing: [
    { title: "Resolved positions", claims: [3, 7] },
    "“Resolved positions” gives no verdict on C3, C7.",
  ],
  plan_faults: [
    {
      faults: [
        { kind: "uncovered", requirement: 2 },
        { kind: "cycle", milestones: [1, 2, 1] },
      ],
    },
    "R-2 is covered by no milestone. M1 → M2 → M1: a milestone waits for itself.",
  ],
  unknown_finish: [
    { finish: "weird" },
    "The provider ended the answer for an unknown reason (weird), so the text may be incomplete.",
  ],
};

it.each(findingCodes)("describes %s in a sentence, with and without details", (code) => {
  const [details, sentence] = detailed[code] ?? [{}, expect.stringMatching(/^[A-Z“].*\.$/)];
  expect(describeFinding({ code, artifact: "claims", details })).toEqual(sentence);
  expect(describeFinding({ code, artifact: null, details: {} })).toMatch(/^[A-Z“].*\.$/);
});

it("says whether a text was cut off at its output limit or because the connection broke", () => {
  const cut = (finish: string) => describeFinding({ code: "cut_off", artifact: null, details: { finish } });
  expect(cut("length")).toContain("output limit");
  expect(cut("interrupted")).toContain("connection");
});
