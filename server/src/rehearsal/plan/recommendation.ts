import { troubleWith } from "../brief/manner.ts";
import { stanceOf, wayOf } from "../stances.ts";
import { othersThan, type TemperamentName } from "../temperament.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { capital, quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, mainPoint, ownerOf, pointsOf, type Workspace } from "../workspace.ts";
import { planWork } from "./work-plan.ts";

const reasons: Record<TemperamentName, string> = {
  atlas: "the plan delivers everything the request names, and something can be shown early",
  briar: "the plan proves its limits before it spends money on them",
  cedar: "the plan gives every part to a person who has agreed to it",
};

const turns: Record<TemperamentName, (reserve: number) => string> = {
  atlas: (reserve) => `Half of the reserve of ${reserve} % is used, and nothing can be shown yet.`,
  briar: (reserve) => `The reserve of ${reserve} % is used up before half of the milestones are done.`,
  cedar: (reserve) => `The people who do the work ask for more than the reserve of ${reserve} %.`,
};

const betterWhen: Record<TemperamentName, string> = {
  atlas: "it is more urgent to have something to show than to be sure of every limit",
  briar: "a mistake about one of the limits would cost more than the time lost by testing",
  cedar: "the people involved do not agree about the work",
};

/** For the person who decides: the recommendation, the alternative, the objections and the first actions. */
export const recommendation: ArtifactWriter = (workspace) => {
  const { temperament, brief } = workspace;
  const open = pointsOf(workspace, "open");
  const runnerUp = alternative(workspace);
  const condition = open[0] ? `Go, on the condition that ${quoted(open[0].quote)} is settled first` : "Go";
  return [
    paragraph("## Decision"),
    paragraph(`${condition}: ${reasons[temperament.name]}. It answers ${quoted(mainPoint(workspace)?.quote ?? "")}.`),
    paragraph("## Runner-up"),
    paragraph(
      `The other way is to ${wayOf(runnerUp, "order")}. It would be the better one if ${betterWhen[runnerUp]}.`,
    ),
    paragraph("## Dissent"),
    paragraph(dissent(workspace, runnerUp)),
    paragraph("## What would change our mind"),
    ...thresholds(workspace).map((text, index) => ({ ...line(`- ${text}`, index), tight: index > 0 })),
    paragraph("## First three actions"),
    ...actions(workspace).map((text, index) => ({ ...line(`${index + 1}. ${text}`), tight: index > 0 })),
    ...(brief.dates.length > 0 ? [paragraph(`The dates that count: ${brief.dates.map(quoted).join(", ")}.`, 2)] : []),
  ];
};

/** Another temperament whose position is in the given claims; if there is none, the first of the two others. */
function alternative({ temperament, prompt, papers }: Workspace): TemperamentName {
  const texts = [
    ...prompt.contested.map(({ text }) => text),
    ...papers.flatMap((paper) => paper.claims.map(({ text }) => text)),
  ];
  const held = texts
    .flatMap((text) => stanceOf(text) ?? [])
    .filter(({ topic, by }) => topic === "order" && by !== temperament.name);
  return held[0]?.by ?? othersThan(temperament.name)[0] ?? "atlas";
}

function dissent({ prompt, papers }: Workspace, runnerUp: TemperamentName): string {
  const rejected = prompt.contested.find(({ choice }) => choice === "rejected");
  if (rejected)
    return `[${rejected.id}] was rejected (${rejected.judged}); its supporters should say so before the first milestone ends.`;
  const [undecided] = prompt.contested.filter(({ choice }) => choice === undefined);
  if (undecided)
    return `[${undecided.id}] is contested: ${undecided.judged}. The plan goes on with the wording of the request, and the question stays open.`;
  const synthesis = papers.find((paper) => paper.kind === "final_synthesis");
  const whose = synthesis ? `${synthesis.label} [${synthesis.id}]` : "The other proposals";
  return `${whose} can be read as a case to ${wayOf(runnerUp, "order")}; the plan meets this by deciding again after its first milestone.`;
}

function thresholds(workspace: Workspace): string[] {
  const limits = pointsOf(workspace, "limit", "exclusion", "date", "figure").slice(0, 3);
  const held = limits.map((point) => `${capital(troubleWith(point))}.`);
  return [...held, turns[workspace.temperament.name](workspace.temperament.reserve)];
}

function actions(workspace: Workspace): string[] {
  const nodes = planWork(workspace).slice(0, 3);
  const when = workspace.brief.dates[0] ? `before ${quoted(workspace.brief.dates[0])}` : "this week";
  const planned = nodes.map(
    ({ id, title }, index) =>
      `${capital(ownerOf(workspace, index))}: ${index === 0 ? "begin" : "continue with"} ${id} (${title}), ${when}.`,
  );
  const further = [
    `${capital(ownerOf(workspace))}: read the plan against the request, ${when}.`,
    `${capital(ownerOf(workspace))}: answer the open questions, ${when}.`,
    `${capital(ownerOf(workspace))}: start the first milestone, ${when}.`,
  ];
  return [...planned, ...further].slice(0, 3);
}
