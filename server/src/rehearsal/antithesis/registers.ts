import { cited, citedBriefly } from "../brief/read-brief.ts";
import { handlingOf, mannerOf } from "../plan/words.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { tableHead, tableRow } from "../text/phrasing.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, firstPoint, mainPoint, pointsOf } from "../workspace.ts";
import { isBinding, isCovered, pointOf, reviewOf } from "./review.ts";

const troubles = {
  goal: "The result does not match “”",
  bound: "Something goes against “”",
  given: "Something contradicts “”",
  open: "What these words leave open is not settled: “”",
};

/**
 * Dangers to the points of the request, with the claim that deals with each. A danger that the proposal does not account for
 * is more likely. Objections to the proposal's methods belong to the critique.
 */
export const riskRegister: ArtifactWriter = (workspace) => {
  const { missing } = reviewOf(workspace);
  const dangers = pointsOf(workspace, "goal", "limit", "exclusion", "date", "open");
  const risks = (dangers.length > 0 ? dangers : [mainPoint(workspace)]).map((point) => {
    const kind = point?.kind ?? "goal";
    const claim = workspace.claims.findLast((one) => point !== undefined && pointOf(one, workspace) === point);
    return {
      risk: fill(troubles[mannerOf(kind)], point ? cited(point) : citedBriefly(point)),
      likelihood: kind === "open" || (point && missing.includes(point)) ? 4 : 2,
      impact: point && isBinding(point) ? 5 : 3,
      ...handlingOf(workspace, kind),
      claim: claim ? `[${claim.id ?? claim.doc}]` : "none",
    };
  });
  const sorted = risks.toSorted((a, b) => b.likelihood * b.impact - a.likelihood * a.impact).slice(0, 9);
  return table(
    ["risk", "likelihood 1–5", "impact 1–5", "early sign", "response", "claim"],
    sorted.map((one) => [one.risk, String(one.likelihood), String(one.impact), one.sign, one.response, one.claim]),
  );
};

/** The limits and exclusions of the request, and whether the proposal accounts for them. */
export const nonFunctionalRequirements: ArtifactWriter = (workspace) => {
  const proposal = workspace.papers[0]?.markdown ?? "";
  const { review } = voiceOf(workspace);
  const limits = pointsOf(workspace, "limit", "exclusion", "date");
  if (limits.length === 0) return [paragraph("No sentence of the request was recognised as a limit.")];
  const rows = limits.map((point) => [
    `${cited(point)}, ${review.test}`,
    isCovered(point, proposal) ? review.met : "is silent about it",
  ]);
  return table(["limit", "the proposal"], rows);
};

/** Dependencies of the proposal: the answers that it needs, and people's time. */
export const dependencyMap: ArtifactWriter = (workspace) => {
  const { needs, late } = voiceOf(workspace).review;
  const [what, from, when] = needs;
  const answers = pointsOf(workspace, "open").map((point) => [
    `a decision on what these words leave open: ${cited(point)}`,
    "someone who can settle it",
    "before work that depends on it begins",
    late,
  ]);
  return table(
    ["needs", "from whom", "by when", "if late"],
    [...answers.slice(0, 8), [fill(what, citedBriefly(firstPoint(workspace))), from, when, late]],
  );
};

const table = (columns: string[], rows: string[][]): Block[] => [
  paragraph(tableHead(columns)),
  ...rows.map((row, index) => line(tableRow(row), index < 3 ? 0 : index)),
];
