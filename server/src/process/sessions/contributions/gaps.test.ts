import { expect, it } from "vitest";
import type { ExpectedArtifact } from "#recipes";
import { askedFor, gapsIn, hasGaps, noGaps } from "./gaps.ts";

const artifact = (key: string, title: string): ExpectedArtifact => ({
  key,
  title,
  words: 100,
  about: "",
  required: true,
});
const artifacts = [
  artifact("requirements", "Requirements"),
  artifact("milestones", "Milestones"),
  artifact("resolved-positions", "Resolved positions"),
];
const whole =
  "# Requirements\n\n### R-1 Light\n\n# Milestones\n\n## M1 Start\n\n- Requirements: R-1\n\n# Resolved positions\n\n| [C1] | kept |\n| [C2] | open |\n";

it("nothing lacks in a whole answer, nor where nothing was to be judged", () => {
  const found = gapsIn(whole, { artifacts, toJudge: [1, 2] });
  expect(found).toEqual(noGaps);
  expect(hasGaps(found)).toBe(false);
  expect(gapsIn("# Requirements\n\nNone.", { artifacts: artifacts.slice(0, 1), toJudge: [1] })).toEqual(noGaps);
});

it("claims without a verdict and faults of a plan are asked for by name, under headings of their own", () => {
  const lacking = gapsIn(whole.replace("R-1\n\n# Res", "R-2\n\n# Res"), { artifacts, toJudge: [1, 2, 7, 9] });
  expect(lacking).toEqual({
    missing: [],
    claims: [7, 9],
    faults: ["R-1 is covered by no milestone.", "M1 covers R-2, which is not among the requirements."],
  });
  const asked = askedFor(lacking, artifacts);
  expect(asked.artifacts.map(({ title }) => title)).toEqual(["Resolved positions (added)", "Milestones (corrected)"]);
  expect(asked.notes.join("\n")).toMatch(/judges \[C7\], \[C9\]\.[\s\S]*- R-1 is covered by no milestone\.\n/);
});

it("what was added counts: rows beside those before, milestones in place of those before", () => {
  const answer = `${whole.replace("- Requirements: R-1", "")}\n# Resolved positions (added)\n\n| [C7] | kept |\n\n# Milestones (corrected)\n\n## M1\n\n- Requirements: R-1\n`;
  expect(gapsIn(answer, { artifacts, toJudge: [1, 2, 7] })).toEqual(noGaps);
});

it("where the artifact is missing altogether, it is asked for and not each claim", () => {
  const lacking = gapsIn("# Requirements\n\nx", { artifacts, toJudge: [1, 2] });
  expect(lacking).toEqual({ missing: ["milestones", "resolved-positions"], claims: [], faults: [] });
  expect(askedFor(lacking, artifacts)).toMatchObject({ artifacts: artifacts.slice(1), notes: [] });
});
