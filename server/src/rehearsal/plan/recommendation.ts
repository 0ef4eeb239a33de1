import { cited, citedBriefly } from "../brief/read-brief.ts";
import { forewordOf } from "../foreword.ts";
import type { Verdict } from "../prompt/read-contested.ts";
import { stanceOf } from "../stances.ts";
import { othersThan, type TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { counted, joinWords } from "../text/phrasing.ts";
import { fill, voiceOf, voices } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, pointsOf, type Workspace } from "../workspace.ts";
import { describeSide, judgedBy, sideOn } from "./contested.ts";
import { planWork } from "./work-plan.ts";

/** For the person who decides: the recommendation, the alternative, the objections and the first actions. */
export const recommendation: ArtifactWriter = (workspace) => {
  const [open] = pointsOf(workspace, "open");
  const { way } = voices[runnerUp(workspace)].choices.order;
  const condition = open ? `Go, on the condition that this is settled: ${cited(open)}. The reason:` : "Go:";
  const dates = pointsOf(workspace, "date");
  return [
    ...languageNote(workspace),
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
 * What the document's notice says about languages, if anything. Readers of plan.md see this artifact first, without the
 * notice.
 */
function languageNote(workspace: Workspace): Block[] {
  const [first] = workspace.prompt.whole;
  const [notice] = first ? forewordOf(workspace, first) : [];
  const said = /It (writes in English.*\*)$/s.exec(notice?.text ?? "")?.[1];
  return said ? [paragraph(`*The rehearsal model ${said}`)] : [];
}

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

const sideWords: Record<Verdict, string> = {
  kept: "The plan follows #.",
  merged: "It adds something to #.",
  rejected: "It does not follow #.",
  open: "It leaves # open.",
};

function dissent(workspace: Workspace, way: string): string {
  const { prompt, papers } = workspace;
  const rejected = prompt.contested.find(({ choice }) => choice === "rejected");
  if (rejected)
    return `[${rejected.id}] was ${judgedBy(rejected)}, and a person rejected it. Whoever holds to it should say so before the first milestone ends.`;
  const undecided = prompt.contested.filter(({ choice }) => choice === undefined);
  const sides = Map.groupBy(undecided, (one) => sideOn(workspace, one)?.verdict ?? "open");
  const [main] = sides.get("rejected") ?? undecided;
  if (main) {
    const said = (["kept", "merged", "rejected", "open"] as const).flatMap((verdict) => {
      const ids = sides.get(verdict)?.map(({ id }) => `[${id}]`);
      return ids ? [sideWords[verdict].replace("#", joinWords(ids))] : [];
    });
    return `The syntheses disagree about ${counted(undecided.length, "claim")}, and no person has chosen yet. ${said.join(" ")} ${describeSide(workspace, main)}.`;
  }
  const synthesis = papers.find((paper) => paper.kind === "final_synthesis");
  const whose = synthesis
    ? `${synthesis.label} [${synthesis.id}] should be read`
    : "The other proposals should be read";
  return `${whose} once more for reasons to ${way}; the order is decided again after the first milestone.`;
}

/** What would show that the work cannot keep to a sentence on which the plan rests. */
const doubts: Record<TemperamentName, string> = {
  atlas: "No complete result can be made that agrees with “”.",
  briar: "A written check shows that this cannot be kept to: “”.",
  cedar: "Those who do the work say why they cannot keep to this: “”.",
};

function thresholds(workspace: Workspace): string[] {
  const { reserve } = voiceOf(workspace);
  const held = pointsOf(workspace, "limit", "exclusion", "date")
    .slice(0, 3)
    .map((point) => fill(doubts[workspace.temperament.name], citedBriefly(point)));
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
