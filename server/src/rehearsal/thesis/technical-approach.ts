import { cited } from "../brief/read-brief.ts";
import { claimOf } from "../stances.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, firstPoint, pointsOf } from "../workspace.ts";

const choiceNames = [
  ["order", "Order of work"],
  ["scope", "Delivery"],
  ["proof", "Proof"],
] as const;

/** How the work begins and goes on, the main choices with the rejected alternatives, and the limits. */
export const technicalApproach: ArtifactWriter = (workspace) => {
  const { features, claims, choices } = voiceOf(workspace);
  const { name, reserve } = workspace.temperament;
  const first = firstPoint(workspace);
  return [
    paragraph("## How it is made"),
    paragraph(`${claimOf(name, "order", first ? { point: first } : {})} ${features.build}`),
    paragraph("## Main choices"),
    ...choiceNames.map(([choice, name], index) => {
      const { way, because, rejected } = choices[choice];
      return line(`- ${name}: ${way}, because ${because}. Rejected: ${rejected}.`, index);
    }),
    paragraph("## Capacity and limits"),
    ...pointsOf(workspace, "limit", "date").map((point, index) =>
      line(`- ${fill(claims.bound, cited(point))}`, index < 2 ? 0 : index + 1),
    ),
    line(`- Assumption: ${reserve} % of the time and the money are kept as a reserve.`),
  ];
};
