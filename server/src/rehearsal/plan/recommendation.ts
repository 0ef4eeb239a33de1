import { cited, citedBriefly } from "../brief/read-brief.ts";
import { stanceOf } from "../stances.ts";
import { othersThan, type TemperamentName } from "../temperament.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { mannerOf, voiceOf, voices } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, pointsOf, type Workspace } from "../workspace.ts";
import { planWork } from "./work-plan.ts";

/** For the person who decides: the recommendation, the alternative, the objections and the first actions. */
export const recommendation: ArtifactWriter = (workspace) => {
  const [open] = pointsOf(workspace, "open");
  const { way } = voices[runnerUp(workspace)].choices.order;
  const condition = open ? `Go, on the condition that this is settled: ${cited(open)}. The reason:` : "Go:";
  const dates = pointsOf(workspace, "date");
  return [
    paragraph("## Decision"),
    paragraph(
      `${condition} ${voiceOf(workspace).recommendation.reason}. It answers ${citedBriefly(mainPoint(workspace))}.`,
    ),
    paragraph("## Runner-up"),
    paragraph(
      `The other way is to ${way}. It would be the better one if ${voices[runnerUp(workspace)].recommendation.betterWhen}.`,
    ),
    paragraph("## Dissent"),
    paragraph(dissent(workspace, way)),
    paragraph("## What would change our mind"),
    ...thresholds(workspace).map((text, index) => ({ ...line(`- ${text}`, index), tight: index > 0 })),
    paragraph("## First three actions"),
    ...actions(workspace).map((text, index) => ({ ...line(`${index + 1}. ${text}`), tight: index > 0 })),
    ...(dates.length > 0 ? [paragraph(`What the request says about time: ${dates.map(cited).join("; ")}.`, 2)] : []),
  ];
};

/**
 * The first other temperament whose order of work is among the given claims; if there is none, the first of the two others.
 */
function runnerUp({ temperament, prompt, papers }: Workspace): TemperamentName {
  const texts = [
    ...prompt.contested.map(({ text }) => text),
    ...papers.flatMap((paper) => paper.claims.map(({ text }) => text)),
  ];
  const held = texts
    .flatMap((text) => stanceOf(text) ?? [])
    .filter(({ topic, by }) => topic === "order" && by !== temperament.name);
  return held[0]?.by ?? othersThan(temperament.name)[0] ?? "atlas";
}

function dissent({ prompt, papers }: Workspace, way: string): string {
  const rejected = prompt.contested.find(({ choice }) => choice === "rejected");
  if (rejected)
    return `[${rejected.id}] was rejected (${rejected.judged}); its supporters should say so before the first milestone ends.`;
  const undecided = prompt.contested.find(({ choice }) => choice === undefined);
  if (undecided)
    return `[${undecided.id}] is contested: ${undecided.judged}. The plan goes on with the wording of the request, and the question stays open.`;
  const synthesis = papers.find((paper) => paper.kind === "final_synthesis");
  const whose = synthesis
    ? `${synthesis.label} [${synthesis.id}] should be read`
    : "The other proposals should be read";
  return `${whose} once more for reasons to ${way}; the order is decided again after the first milestone.`;
}

function thresholds(workspace: Workspace): string[] {
  const { kinds, reserve } = voiceOf(workspace);
  const held = pointsOf(workspace, "limit", "exclusion", "date", "figure")
    .slice(0, 3)
    .map((point) => `${citedBriefly(point)}: ${kinds[mannerOf(point.kind)].sign}.`);
  return [...held, reserve.turn.replace("#", String(workspace.temperament.reserve))];
}

function actions(workspace: Workspace): string[] {
  const planned = planWork(workspace)
    .slice(0, 3)
    .map(({ id, title }, index) => `${index === 0 ? "Begin" : "Continue with"} ${id} (${title}).`);
  return [
    ...planned,
    "Read the plan against the request.",
    "Answer the open questions.",
    "Agree on who leads the work.",
  ].slice(0, 3);
}
