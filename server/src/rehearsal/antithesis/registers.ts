import type { PointKind } from "../brief/classify.ts";
import { cited, citedBriefly, type Point } from "../brief/read-brief.ts";
import { handlingOf } from "../plan/words.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { tableHead, tableRow } from "../text/phrasing.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, dangersOf, mainPoint, pointsOf } from "../workspace.ts";
import { isCovered, pointOf, reviewOf } from "./review.ts";

const troubles: Record<PointKind, string> = {
  goal: "“” is delivered only in part",
  limit: "“” is not kept to",
  exclusion: "Something goes against “”",
  figure: "“” turns out to be wrong",
  date: "The time given in “” is missed",
  person: "“” no longer holds",
  open: "“” stays unsettled",
  block: "“” is overlooked",
  context: "“” is overlooked",
};

/**
 * Dangers to the points of the request, with the claim that deals with each. A danger that the proposal does not account for
 * is more likely. Objections to the proposal's methods belong to the critique.
 */
export const riskRegister: ArtifactWriter = (workspace) => {
  const { missing } = reviewOf(workspace);
  const dangers = dangersOf(workspace).toSorted((a, b) => Number(isBinding(b)) - Number(isBinding(a)));
  const risks = (dangers.length > 0 ? dangers.slice(0, 9) : [undefined]).map((point) => {
    const kind = point?.kind ?? "goal";
    const claim = workspace.claims.findLast((one) => point !== undefined && pointOf(one, workspace) === point);
    return {
      risk: fill(troubles[kind], citedBriefly(point)),
      likelihood: kind === "open" || (point && missing.includes(point)) ? 4 : 2,
      impact: point && isBinding(point) ? 5 : 3,
      ...handlingOf(workspace, kind),
      claim: claim?.id ? `[${claim.id}]` : "none",
    };
  });
  const sorted = risks.toSorted((a, b) => b.likelihood * b.impact - a.likelihood * a.impact);
  return table(
    ["risk", "likelihood 1–5", "impact 1–5", "early sign", "response", "claim"],
    sorted.map((one) => [one.risk, String(one.likelihood), String(one.impact), one.sign, one.response, one.claim]),
  );
};

const isBinding = ({ kind }: Point): boolean => kind === "limit" || kind === "exclusion" || kind === "date";

/** The limits and exclusions of the request, and whether the proposal accounts for them. */
export const nonFunctionalRequirements: ArtifactWriter = (workspace) => {
  const thesis = workspace.papers[0]?.markdown ?? "";
  const { registers } = voiceOf(workspace);
  const limits = pointsOf(workspace, "limit", "exclusion", "date", "block");
  if (limits.length === 0) return [paragraph("No sentence of the request was recognised as a limit.")];
  const rows = limits.map((point) => [
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
    row(`word that this holds: ${cited(point)}`, "the people concerned"),
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
