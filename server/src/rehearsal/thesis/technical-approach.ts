import { cited } from "../brief/read-brief.ts";
import { claimOf } from "../stances.ts";
import { othersThan } from "../temperament.ts";
import { line, paragraph } from "../text/fit-words.ts";
import type { Choice } from "../voices/voice.ts";
import { fill, voiceOf, voices } from "../voices/voices.ts";
import { type ArtifactWriter, firstPoint, pointsOf, type Workspace } from "../workspace.ts";

/** The choices of a plan, each with another temperament's choice as the rejected alternative. */
export function choicesOf({ temperament: { name } }: Workspace) {
  const others = othersThan(name);
  return (["order", "scope", "proof"] as const).map((choice, index) => ({
    choice,
    ...voices[name].choices[choice],
    rejected: voices[others[Math.min(index, 1)] ?? name].choices[choice].way,
  }));
}

const choiceNames: Record<Choice, string> = { order: "Order of work", scope: "Delivery", proof: "Proof" };

/** The main choices with the rejected alternatives, the limits, and the beginning of the work. */
export const technicalApproach: ArtifactWriter = (workspace) => {
  const { features, claims } = voiceOf(workspace);
  const { name, reserve } = workspace.temperament;
  const first = firstPoint(workspace);
  return [
    paragraph("## How it is made"),
    paragraph(features.build),
    paragraph("## Main choices"),
    ...choicesOf(workspace).map(({ choice, way, because, rejected }, index) =>
      line(`- ${choiceNames[choice]}: ${way}, because ${because}. Rejected: ${rejected}.`, index),
    ),
    paragraph("## Capacity and limits"),
    ...pointsOf(workspace, "limit", "date").map((point, index) =>
      line(`- ${fill(claims.bound, cited(point))}`, index < 2 ? 0 : index + 1),
    ),
    line(`- Assumption: ${reserve} % of the time and the money are kept as a reserve.`),
    paragraph("## Order of building"),
    paragraph(claimOf(name, "order", first ? { point: first } : {}), 1),
  ];
};
