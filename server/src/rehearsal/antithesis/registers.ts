import { cited, citedBriefly, type Point } from "../brief/read-brief.ts";
import { nameOf } from "../prompt/read-claims.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { tableHead, tableRow } from "../text/phrasing.ts";
import type { Manner } from "../voices/voice.ts";
import { fill, mannerOf, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, pointsOf } from "../workspace.ts";
import { isCovered, reviewOf } from "./review.ts";

type Risk = { risk: string; likelihood: number; impact: number; sign: string; response: string; claim: string };

const troubles: Record<Manner, string> = {
  goal: "“” is delivered only in part",
  limit: "“” is not kept to",
  exclusion: "“” is broken",
  date: "The time given in “” is missed",
  person: "“” no longer holds",
  open: "“” stays unsettled",
  block: "“” is overlooked",
  context: "“” is overlooked",
};

/** Risks of this proposal: first the consequences of its weak claims, then dangers to points of the request. */
export const riskRegister: ArtifactWriter = (workspace) => {
  const { kinds, registers } = voiceOf(workspace);
  const ofClaims = reviewOf(workspace)
    .weak.slice(0, 3)
    .map(
      ({ claim, severity, wrong, mend }): Risk => ({
        risk: `${nameOf(claim)}: ${wrong}`,
        likelihood: severity === "serious" ? 3 : 2,
        impact: severity === "serious" ? 4 : 2,
        sign: registers.sign,
        response: mend,
        claim: claim.id ? `[${claim.id}]` : "none",
      }),
    );
  const ofPoints = workspace.points.slice(0, 6).map((point): Risk => {
    const manner = mannerOf(point.kind);
    const { sign, response } = kinds[manner];
    return {
      ...{ sign, response, claim: "none" },
      risk: fill(troubles[manner], citedBriefly(point)),
      likelihood: manner === "open" ? 4 : 2,
      impact: manner === "limit" || manner === "exclusion" || manner === "date" ? 5 : 3,
    };
  });
  const sorted = [...ofClaims, ...ofPoints].toSorted((a, b) => b.likelihood * b.impact - a.likelihood * a.impact);
  return table(
    ["risk", "likelihood 1–5", "impact 1–5", "early sign", "response", "claim"],
    sorted.map((one) => [one.risk, String(one.likelihood), String(one.impact), one.sign, one.response, one.claim]),
  );
};

/** The limits and exclusions of the request, and whether the proposal accounts for them. */
export const nonFunctionalRequirements: ArtifactWriter = (workspace) => {
  const thesis = workspace.papers[0]?.markdown ?? "";
  const { registers } = voiceOf(workspace);
  const limits = pointsOf(workspace, "limit", "exclusion", "figure", "date", "block");
  const rows = (limits.length > 0 ? limits : workspace.points).map((point: Point) => [
    `${cited(point)}; ${registers.test}`,
    isCovered(point, thesis) ? registers.met : "is silent about it",
  ]);
  return table(["limit", "the proposal"], rows);
};

/** Dependencies of the proposal: answers, people, confirmations. */
export const dependencyMap: ArtifactWriter = (workspace) => {
  const { registers } = voiceOf(workspace);
  const row = (needs: string, from: string) => [needs, from, "before work on it begins", registers.late];
  const open = pointsOf(workspace, "open").map((point) =>
    row(`an answer to ${cited(point)}`, "someone who can settle it"),
  );
  const people = pointsOf(workspace, "person").map((point) =>
    row(`the people in ${cited(point)}`, "the people themselves"),
  );
  const limits = pointsOf(workspace, "limit", "exclusion", "date")
    .slice(0, 4)
    .map((point) => row(fill(registers.confirm, cited(point)), "the person who wrote the request"));
  const main = fill(registers.confirm, citedBriefly(mainPoint(workspace)));
  const rows = [...open, ...people, ...limits].slice(0, 9);
  return table(
    ["needs", "from whom", "by when", "if late"],
    rows.length > 0 ? rows : [row(main, "the person who wrote the request")],
  );
};

const table = (columns: string[], rows: string[][]): Block[] => [
  paragraph(tableHead(columns)),
  ...rows.map((row, index) => line(tableRow(row), index < 3 ? 0 : index)),
];
