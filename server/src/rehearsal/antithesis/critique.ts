import { cited, citedBriefly, type Point } from "../brief/read-brief.ts";
import { nameOf } from "../prompt/read-claims.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, type Workspace } from "../workspace.ts";
import { pointOf, reviewOf, type Weakness } from "./review.ts";

/**
 * Each weak claim with its problem, the evidence and a correction; then the claims to keep, and the points that are missing.
 */
export const critique: ArtifactWriter = (workspace) => {
  const { weak, keep, missing } = reviewOf(workspace);
  const { review } = voiceOf(workspace);
  const [subject] = workspace.papers;
  const main = citedBriefly(mainPoint(workspace));
  return [
    paragraph(`${subject ? `[${subject.id}]` : "The proposal"} is read against the request: ${main}.`, 2),
    ...missing.slice(0, 3).map((point) => paragraph(absent(workspace, point))),
    ...weak.map((one, index) => paragraph(weakness(workspace, one), index < 2 ? 0 : index + 1)),
    paragraph("## Keep"),
    ...keep.map((claim, index) => line(`- ${nameOf(claim)}: ${review.keep}.`, index)),
    ...(keep.length === 0 ? [paragraph("No claim of the proposal is beyond doubt.")] : []),
    paragraph("## Missing"),
    ...missing.slice(0, 8).map((point, index) => line(`- ${cited(point)}.`, index)),
    line(`- ${fill(review.missing, main)}`, missing.length === 0 ? 0 : 3),
  ];
};

function absent(workspace: Workspace, point: Point): string {
  const isBinding = point.kind === "limit" || point.kind === "exclusion";
  const severity = reviewOf(workspace).isFatal && isBinding ? "fatal" : "serious";
  return `**${severity}** The proposal does not account for a sentence of the request. Evidence: ${cited(point)}. Mend: say how it is met.`;
}

/** The evidence is the sentence that the claim quotes, if it quotes one. */
function weakness(workspace: Workspace, { claim, severity, wrong, mend }: Weakness): string {
  const point = pointOf(claim, workspace);
  const evidence = point ? ` Evidence: ${point.source} says ${cited(point)}.` : "";
  return `**${severity}** ${nameOf(claim)}: ${wrong}.${evidence} Mend: ${mend}.`;
}
