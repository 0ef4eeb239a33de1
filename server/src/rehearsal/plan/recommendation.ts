import { cited, citedBriefly } from "../brief/read-brief.ts";
import { forewordOf } from "../foreword.ts";
import type { Verdict } from "../prompt/read-contested.ts";
import { stanceOf } from "../stances.ts";
import { othersThan, type TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { counted, joinWords } from "../text/phrasing.ts";
import { fill, voices } from "../voices/voices.ts";
import { type ArtifactWriter, isNew, mainPoint, pointsOf, type Workspace } from "../workspace.ts";
import { describeSide, judgedBy, sideOn } from "./contested.ts";
import { planWordsOf } from "./words.ts";
import { planWork } from "./work-plan.ts";

/** For the person who decides: the recommendation, the alternative, the objections and the first actions. */
export const recommendation: ArtifactWriter = (workspace) => {
  const other = runnerUp(workspace);
  const open = pointsOf(workspace, "open").map(cited);
  const settle =
    open.length > 0
      ? ` Settle what is still open in these words, before work that depends on it begins: ${open.join("; ")}.`
      : "";
  return [
    ...languageNote(workspace),
    paragraph("## Decision"),
    paragraph(
      `Go ahead with this plan for ${citedBriefly(mainPoint(workspace))}: ${planWordsOf(workspace).reason}.${settle}`,
    ),
    paragraph("## Runner-up"),
    paragraph(
      `The other way is to ${voices[other].choices.order.way}. It is the better one if ${planWordsOf({ temperament: { name: other } }).betterWhen}.`,
    ),
    paragraph("## Dissent"),
    paragraph(dissent(workspace)),
    paragraph("## What would change our mind"),
    ...thresholds(workspace).map((text, index) => ({ ...line(`- ${text}`, index), tight: index > 0 })),
    paragraph("## First three actions"),
    ...actions(workspace).map((text, index) => ({ ...line(`${index + 1}. ${text}`), tight: index > 0 })),
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

/** The first other temperament whose order of work a contested claim asks for, or else the first of the two others. */
function runnerUp({ temperament, prompt }: Workspace): TemperamentName {
  const held = prompt.contested
    .flatMap(({ text }) => stanceOf(text) ?? [])
    .find(({ topic, by }) => topic === "order" && by !== temperament.name);
  return held?.by ?? othersThan(temperament.name)[0] ?? "atlas";
}

const sideWords: Record<Verdict, string> = {
  kept: "The plan follows #.",
  merged: "The plan adds something to #.",
  rejected: "The plan does not follow #.",
  open: "The plan leaves # open.",
};

function dissent(workspace: Workspace): string {
  const { prompt, papers } = workspace;
  const rejected = prompt.contested.find(({ choice }) => choice === "rejected");
  if (rejected) return `[${rejected.id}] was ${judgedBy(rejected)}, and a person rejected it.`;
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
  const disputed = papers.filter(({ parts }) => /\| rejected \|/.test(parts.get("resolved-positions") ?? ""));
  return disputed.length > 0
    ? `The resolved positions in ${joinWords(disputed.map(({ id }) => `[${id}]`))} list claims that were rejected.`
    : "No given document rejects a claim.";
}

/** What would show that the work cannot keep to the words on which the plan rests. */
const thresholds = (workspace: Workspace): string[] => [
  ...pointsOf(workspace, "limit", "exclusion", "date")
    .filter((point) => !isNew(point))
    .slice(0, 3)
    .map((point) => fill(planWordsOf(workspace).doubt, cited(point))),
  `The request changes, so that it no longer says: ${citedBriefly(mainPoint(workspace))}.`,
];

function actions(workspace: Workspace): string[] {
  const planned = planWork(workspace)
    .slice(0, 2)
    .map(({ id, milestone: { title } }, index) => `${index === 0 ? "Begin" : "Continue with"} ${id} (${title}).`);
  return ["Agree on an owner for each milestone.", ...planned, "Read the plan beside the request."].slice(0, 3);
}
