import { cited, citedBriefly, type Point } from "../brief/read-brief.ts";
import { nameOf } from "../prompt/read-claims.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { type ArtifactWriter, mainPoint, type Workspace } from "../workspace.ts";
import { isBinding, pointOf, reviewOf, type Weakness } from "./review.ts";

/** The sentences that the proposal misses, each weak claim with its problem and a correction, and the claims to keep. */
export const critique: ArtifactWriter = (workspace) => {
  const { weak, keep, missing } = reviewOf(workspace);
  const [subject] = workspace.papers;
  const name = subject ? `[${subject.id}]` : "The proposal";
  return [
    paragraph(`${name} is read against the request: ${citedBriefly(mainPoint(workspace))}.`, 2),
    ...missing.slice(0, 8).map((point, index) => paragraph(absent(workspace, point), index < 3 ? 0 : index)),
    ...weak.map((one, index) => paragraph(weakness(workspace, one), index < 2 ? 0 : index + 1)),
    ...(weak.length + missing.length === 0 ? [paragraph("This review objects to no claim of the proposal.")] : []),
    paragraph("## Keep"),
    ...keep.map(({ claim, because }, index) => line(`- ${nameOf(claim)}: ${because}.`, index)),
    ...(keep.length === 0 ? [paragraph("This review would change every claim of the proposal.")] : []),
  ];
};

function absent(workspace: Workspace, point: Point): string {
  const severity = reviewOf(workspace).isFatal && isBinding(point) ? "fatal" : "serious";
  return `**${severity}** The proposal does not account for ${cited(point)}. Mend: account for it.`;
}

/** An objection to a claim about a sentence names the sentence. */
function weakness(workspace: Workspace, { claim, isSerious, isAboutPoint, wrong, mend }: Weakness): string {
  const point = isAboutPoint ? pointOf(claim, workspace) : undefined;
  const about = point ? ` about ${cited(point)}` : "";
  return `**${isSerious ? "serious" : "minor"}** ${nameOf(claim)}${about}: ${wrong}. Mend: ${mend}.`;
}
