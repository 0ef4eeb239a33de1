import { cited, citedBriefly } from "../brief/read-brief.ts";
import { handlingOf } from "../plan/words.ts";
import { othersThan } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { capital, sentence } from "../text/phrasing.ts";
import type { Choice } from "../voices/voice.ts";
import { fill, voiceOf, voices } from "../voices/voices.ts";
import { type ArtifactWriter, dangersOf, firstPoint, pointsOf, type Workspace } from "../workspace.ts";

/** The choices of a plan, each with another temperament's choice as the rejected alternative. */
export function choicesOf({ temperament: { name } }: Workspace) {
  const others = othersThan(name);
  return (["order", "scope", "proof"] as const).map((choice, index) => ({
    choice,
    ...voices[name].choices[choice],
    rejected: voices[others[index % 2] ?? name].choices[choice].way,
  }));
}

const choiceNames: Record<Choice, string> = { order: "Order of work", scope: "Extent", proof: "Proof" };

/** The main choices with the rejected alternatives, the limits, the failures, and the order of work. */
export const technicalApproach: ArtifactWriter = (workspace) => {
  const { approach, choices } = voiceOf(workspace);
  const limits = pointsOf(workspace, "limit", "block");
  return [
    paragraph("## How it is made"),
    paragraph(approach.build),
    paragraph("## Main choices"),
    ...choicesOf(workspace).map(({ choice, way, because, rejected }, index) =>
      line(`- ${choiceNames[choice]}: ${way}, because ${because}. Rejected: ${rejected}.`, index),
    ),
    paragraph("## Capacity and limits"),
    ...limits.map((point, index) => line(`- ${fill(approach.limit, cited(point))}`, index < 2 ? 0 : index + 1)),
    line(`- Assumption: a reserve of ${workspace.temperament.reserve} % of time and money is kept.`),
    paragraph("## When something fails"),
    ...dangersOf(workspace)
      .slice(0, 3)
      .map((point, index) => line(`- ${failureOf(handlingOf(workspace, point.kind), citedBriefly(point))}`, index + 1)),
    ...measures(workspace),
    paragraph("## Order of building"),
    paragraph(`${capital(choices.order.way)}: ${citedBriefly(firstPoint(workspace))}.`, 1),
    ...pointsOf(workspace, "date").map((point, index) => line(`- ${fill(approach.date, cited(point))}`, index + 2)),
  ];
};

const failureOf = ({ sign, response }: { sign: string; response: string }, quote: string): string =>
  `${quote}: if ${sign}, ${response}.`;

/** Changes that reviews of the proposal asked for and that are made now. */
function measures({ papers }: Workspace): Block[] {
  const mends = papers.flatMap((paper) => paper.objections.map(({ mend }) => mend));
  const asked = [...new Set(mends)].slice(0, 5);
  if (asked.length === 0) return [];
  return [paragraph("## Measures"), ...asked.map((mend, index) => line(`- ${sentence(mend)}`, index))];
}
