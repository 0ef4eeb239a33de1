import type { ArtifactWriter, Desk } from "../desk.ts";
import { line, paragraph } from "../fit-words.ts";
import { ownerOf } from "../matter.ts";
import { capital, counted, quoted, small } from "../phrasing.ts";
import { toClaim } from "../read-claims.ts";
import { otherWay } from "../stand.ts";
import { voice } from "../voice.ts";
import { milestonesAhead } from "./milestones-ahead.ts";
import { planWork } from "./work-nodes.ts";

/** Decision, runner-up, what the dissent was, what would change our mind, first three actions. */
export const recommendation: ArtifactWriter = (desk) => {
  return [
    paragraph(`## Decision\n\n${decision(desk)}`),
    paragraph(`## Runner-up\n\n${runnerUp(desk)}`),
    paragraph(`## Dissent\n\n${dissent(desk)}`),
    paragraph(`## What would change our mind\n\n${changeOfMind(desk)}`),
    paragraph("## First three actions\n"),
    ...firstActions(desk).map((action, index) => line(`${index + 1}. ${action}`)),
  ];
};

function decision(desk: Desk): string {
  const { subject, anchor } = desk.brief;
  const all = milestonesAhead(desk);
  const first = all.find((one) => one.status !== "x") ?? all[0];
  const when = anchor ? ` and hold the day, ${quoted(anchor.text)}` : "";
  return voice(desk, {
    atlas: `Go ahead with ${subject.long} in ${all.length} milestones${when}. Begin with ${first?.id} (${small(first?.title ?? "")}): everything larger rests on it.`,
    briar: `Go ahead with ${first?.id} (${small(first?.title ?? "")}) and with nothing else${when}. The rest of ${subject.long} is decided when its result is on the table.`,
    cedar: `Go ahead${when}, with ${ownerOf(desk.brief)} in charge and ${first?.id} (${small(first?.title ?? "")}) as the first thing people do together for ${subject.long}.`,
  });
}

function runnerUp(desk: Desk): string {
  const [first] = desk.matters;
  if (!first) return `To wait with the ${desk.brief.subject.short} until the brief says more.`;
  return `${capital(otherWay(desk, first, first.way, 0))}. It loses narrowly: for ${quoted(first.brief)} it is a sound way, and we would return to it when ${first.sign}.`;
}

/** What earlier stages rejected or left open is the dissent; without it, the sharpest open question. */
function dissent(desk: Desk): string {
  const { short } = desk.brief.subject;
  const rows = desk.papers.flatMap((paper) =>
    [
      ...(paper.parts.get("resolved-positions") ?? "").matchAll(
        /^\| \[[CD]\d+\] (.*?) \| (rejected|open) \| (.*?) \|/gm,
      ),
    ].map(([, claim = "", verdict = "", because = ""]) => ({ paper: paper.id, claim, verdict, because })),
  );
  const row = rows.find((one) => one.verdict === "open") ?? rows[0];
  if (row) {
    return `${counted(rows.length, "claim")} about the ${short} were rejected or left open. The weightiest is in [${row.paper}]: ${quoted(toClaim(row.claim, row.paper).bare)} is ${row.verdict}. The ${short} lives with it and looks at it again after the first milestone.`;
  }
  const [gap] = desk.brief.gaps;
  if (gap)
    return `Not everybody can agree to the ${short} yet, because the brief leaves something open. ${gap.question}`;
  const second = desk.matters[1];
  return `Some would rather begin with ${second?.name}, because of ${quoted(second?.brief ?? desk.brief.subject.title)}.`;
}

function changeOfMind(desk: Desk): string {
  const [a, b] = desk.matters;
  const gap = desk.brief.gaps.find((one) => one.kind !== "success");
  const answer = gap ? ` An answer to this could do the same: ${gap.question}` : "";
  return `If ${a?.sign ?? "nothing moves"}, or if ${b?.sign ?? "nobody answers"}, the ${desk.brief.subject.short} should be looked at again from the beginning.${answer}`;
}

function firstActions(desk: Desk): string[] {
  const nodes = planWork(desk, milestonesAhead(desk));
  const steps = nodes
    .slice(0, 3)
    .map(
      (node) =>
        `${capital(ownerOf(desk.brief))}: ${small(node.steps[0]?.split(" (the brief:")[0] ?? "")} (${node.id}, for ${quoted(desk.matters.find((matter) => node.title.startsWith(matter.title))?.brief ?? desk.brief.subject.title)}).`,
    );
  const spare = desk.matters
    .flatMap((matter) => matter.steps)
    .map((step) => `${capital(step)}, for the ${desk.brief.subject.short}.`);
  return [...steps, ...spare].slice(0, 3);
}
