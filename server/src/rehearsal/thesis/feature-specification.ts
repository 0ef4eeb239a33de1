import { cited, type Point, titleOf } from "../brief/read-brief.ts";
import { handlingOf } from "../plan/words.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, isNew, mainPoint, pointsOf, type Workspace } from "../workspace.ts";

const mostFeatures = 8;

/** What is asked for, each part with its objective, a story and its acceptance; then the exclusions. */
export const featureSpecification: ArtifactWriter = (workspace) => {
  const exclusions = pointsOf(workspace, "exclusion");
  return [
    ...partsOf(workspace).flatMap((point, index) => write(workspace, point, index)),
    ...(exclusions.length > 0 ? [paragraph("## Exclusions, in the words of the request")] : []),
    ...exclusions.map((point, index) => line(`- ${cited(point)}.`, index < 6 ? 0 : 3)),
  ];
};

/** The subject of the request, then the other goals. */
function partsOf(workspace: Workspace): Point[] {
  const main = mainPoint(workspace);
  const goals = pointsOf(workspace, "goal").filter((point) => point !== main);
  return [...(main ? [main] : []), ...goals].slice(0, mostFeatures);
}

function write(workspace: Workspace, point: Point, index: number): Block[] {
  const { features } = voiceOf(workspace);
  const rank = index < 3 ? 0 : index + 1;
  return [
    paragraph(`## F${index + 1} ${titleOf(point)}`, rank),
    paragraph(`Objective: ${fill(features.objective, cited(point))}.`, rank),
    paragraph(`- Story: ${features.story}`, rank + 1),
    line(`- Acceptance: ${handlingOf(workspace, "goal").met}.`, rank),
    ...(isNew(point) ? [line(`- Source: ${point.source}`, rank)] : []),
  ];
}
