import { expect, it } from "vitest";
import { describeFinding } from "./describe-finding.ts";
import { type FindingDetails, findingCodes } from "./findings.ts";

const detailed: Partial<Record<(typeof findingCodes)[number], [FindingDetails, string]>> = {
  artifact_missing: [{ title: "Claims" }, "The required part “Claims” is missing."],
  entries_unread: [
    { title: "Claims", entries: { read: 25, count: 30 } },
    "“Claims” has 30 entries, of which only the first 25 are used.",
  ],
  verdicts_missing: [
    { title: "Resolved positions", claims: [3, 7] },
    "“Resolved positions” gives no clear verdict on C3, C7.",
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
  table_malformed: [
    { tables: [{ section: "Scorecard", headings: 2, row: 1, cells: 3 }] },
    "The table under “Scorecard” has 2 headings, but its row 1 has 3 cells.",
  ],
  unknown_finish: [
    { finish: "weird" },
    "The provider ended the answer for an unknown reason (weird), so the text may be incomplete.",
  ],
};

it.each(findingCodes)("describes the finding %s in a sentence, with and without details", (code) => {
  const [details, sentence] = detailed[code] ?? [{}, expect.stringMatching(/^[A-Z“].*\.$/)];
  expect(describeFinding({ code, artifact: "claims", details })).toEqual(sentence);
  expect(describeFinding({ code, artifact: null, details: {} })).toMatch(/^[A-Z“].*\.$/);
});

it("says whether a text was cut off at its output limit or because the connection broke", () => {
  const cut = (finish: string) => describeFinding({ code: "cut_off", artifact: null, details: { finish } });
  expect(cut("length")).toContain("output limit");
  expect(cut("interrupted")).toContain("connection");
});

it("says how many repetitions were removed from the end of a text", () => {
  const repeated = (repetitions: number) =>
    describeFinding({ code: "cut_off", artifact: null, details: { finish: "length", repetitions } });
  expect(repeated(11)).toMatch(/ 11 repetitions of the last words were removed\.$/);
  expect(repeated(1)).toMatch(/ One repetition of the last words was removed\.$/);
});
