import { moneyIn } from "../brief/figures.ts";
import type { Point } from "../brief/read-brief.ts";
import { nameOf } from "../prompt/read-claims.ts";
import { stanceOf } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { capital, quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, pointsOf, type Workspace } from "../workspace.ts";
import { reviewOf, type Weakness } from "./review.ts";

const keeps: Record<TemperamentName, string> = {
  atlas: "without it the result would be incomplete",
  briar: "it protects a limit or the money",
  cedar: "people can act on it at once",
};

const alsoMissing: Record<TemperamentName, (quote: string) => string> = {
  atlas: (quote) => `A list of the finished parts that together give ${quote}.`,
  briar: (quote) => `What ${quote} costs, and what is done if that is too much.`,
  cedar: (quote) => `Who takes over ${quote} when the work is finished.`,
};

/**
 * Each weak claim with its problem, the evidence and a correction; then the claims to keep, and the points that are missing.
 */
export const critique: ArtifactWriter = (workspace) => {
  const { weak, keep, missing } = reviewOf(workspace);
  const { name } = workspace.temperament;
  const subject = workspace.papers[0];
  return [
    paragraph(
      `${capital(subject ? `[${subject.id}]` : "the proposal")} is read against the request: ${quoted(workspace.brief.subject)}.`,
      2,
    ),
    ...missing.slice(0, 3).map((point) => paragraph(absent(workspace, point))),
    ...weak.map((one, index) => paragraph(weakness(workspace, one), index < 2 ? 0 : index + 1)),
    paragraph("## Keep"),
    ...keep.map((claim, index) => line(`- ${nameOf(claim)}: ${keeps[name]}.`, index)),
    ...(keep.length === 0 ? [paragraph("No claim of the proposal is beyond doubt.")] : []),
    paragraph("## Missing"),
    ...missing.slice(0, 8).map((point, index) => line(`- ${quoted(point.quote)}.`, index)),
    line(`- ${alsoMissing[name](quoted(workspace.brief.subject))}`, missing.length === 0 ? 0 : 3),
  ];
};

function absent(workspace: Workspace, point: Point): string {
  const { isFatal } = reviewOf(workspace);
  const isBinding = point.kind === "limit" || point.kind === "exclusion";
  const severity = isFatal && isBinding ? "fatal" : "serious";
  return `**${severity}** The proposal does not account for a sentence of the request. Evidence: ${quoted(point.quote)}. Mend: say how it is met.`;
}

function weakness(workspace: Workspace, { claim, severity, wrong, mend }: Weakness): string {
  return `**${severity}** ${nameOf(claim)}: ${wrong}. Evidence: ${evidence(workspace, claim.text)}. Mend: ${mend}.`;
}

/** The words of the request that a claim refers to, or else the words that matter most to the critic. */
function evidence(workspace: Workspace, claim: string): string {
  const quote = stanceOf(claim)?.quote ?? "";
  const behind = workspace.points.find((point) => quote !== "" && point.quote.startsWith(quote));
  const paid = workspace.points.find((point) => /% is kept/.test(claim) && moneyIn(point.quote).length > 0);
  const [own] = [behind, paid]
    .flatMap((one) => one ?? [])
    .concat(pointsOf(workspace, ...weighty[workspace.temperament.name]));
  const point = own ?? workspace.points[0];
  return point ? `${point.source} says ${quoted(point.quote)}` : `it falls to ${ownerOf(workspace)} alone`;
}

const weighty: Record<TemperamentName, Point["kind"][]> = {
  atlas: ["goal", "date"],
  briar: ["limit", "figure"],
  cedar: ["person", "open", "context"],
};
