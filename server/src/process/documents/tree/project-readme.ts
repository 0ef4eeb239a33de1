import { describeFinding } from "@dialectic/contract";
import { findPlan, type PlanArtifact } from "../plan/find-plan.ts";
import type { IterationRow, ReadableDocument } from "./iterations.store.ts";
import { constructPath } from "./paths/construct-path.ts";

export type ReadmeInput = {
  project: { name: string; brief: string; brief_name: string };
  iterations: readonly IterationRow[];
  documents: readonly ReadableDocument[];
  /** The board's cards, sorted by number, with the paths of their files. */
  cards: readonly { title: string; path: string }[];
};

/**
 * The readme: the plan comes first, then the work, the goal, the documents, and how they were made. Equal rows give equal
 * bytes.
 */
export function projectReadme({ project, iterations, documents, cards }: ReadmeInput): string {
  const brief = constructPath({ kind: "brief", name: project.brief_name });
  const parts = [
    `# ${oneLine(project.name)}`,
    ...whoWrote(iterations, documents),
    "## The plan",
    ...planOf(iterations, documents),
    ...findingsOf(documents),
    "## The work",
    workOf(cards),
    "## The goal",
    quote(project.brief),
    `The request as it was given: ${link(brief, brief)}.`,
    "## The documents",
    ...(documents.length > 0 ? [] : ["There are no documents yet."]),
    ...iterations.flatMap((at) => indexOf(at, documents, iterations.length > 1)),
    "## How it was made",
    ...(iterations.length > 0 ? iterations.map(howItWasMade) : ["There is no session yet."]),
    `${link("project_settings.json", "project_settings.json")} contains the process, stages, recipes and prompts that were used.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** What a reader of `plan.md` must know before reading it. */
export function planNotes(iterations: readonly IterationRow[], documents: readonly ReadableDocument[]): string[] {
  const findings = documents.reduce((sum, one) => sum + one.findings.length, 0);
  const readme = constructPath({ kind: "readme" });
  return [
    ...whoWrote(iterations, documents),
    ...(findings > 0
      ? [`**The documents have open findings: ${findings}.** The ${link("readme", `${readme}#findings`)} lists them.`]
      : []),
    `The ${link("readme", readme)} lists all documents and describes how they were made.`,
  ];
}

/** A note for readers if rehearsal models wrote all the documents. */
const whoWrote = (iterations: readonly IterationRow[], documents: readonly ReadableDocument[]): string[] =>
  documents.length > 0 && iterations.every((at) => isRehearsal(at.models)) ? [rehearsalNote] : [];

const rehearsalNote =
  "*Rehearsal models wrote all of this offline. They are programs, not language models: good for trials, but not a source of judgement.*";

/** The purpose of each part of a plan. */
const aboutParts: Record<PlanArtifact, string> = {
  recommendation: "whether to go ahead, and on what conditions",
  "work-plan": "the work of the next milestones, step by step",
  "updated-master-plan": "all milestones, with what is done and what comes next",
  milestones: "what must be true at each milestone",
};
const isPlanArtifact = (key: string | null): key is PlanArtifact => key !== null && Object.hasOwn(aboutParts, key);

function planOf(iterations: readonly IterationRow[], documents: readonly ReadableDocument[]): string[] {
  const complete = iterations.filter((one) => one.is_complete);
  const last = complete.at(-1);
  if (!last) return [["There is no plan yet.", ...iterations.map(standing)].join(" ")];
  const lines = findPlan(last, documents).map((part) =>
    isPlanArtifact(part.artifact)
      ? `- ${link(part.title, part.path)}: ${aboutParts[part.artifact]}.`
      : `- ${link(labelOf(part), part.path)}`,
  );
  const whole = `- ${link("The plan in one file", constructPath({ kind: "plan" }))}: the recommendation, what is disputed or undecided, and the work.`;
  return [[whole, ...lines].join("\n"), ...earlierPlans(complete.slice(0, -1).toReversed(), documents)];
}

/** Lists older plans with their documents. */
function earlierPlans(earlier: readonly IterationRow[], documents: readonly ReadableDocument[]): string[] {
  const lines = earlier.map((at) => {
    const parts = findPlan(at, documents).map((part) => link(part.title, part.path));
    return `- Session ${at.short_id}, iteration ${at.iteration}: ${parts.join(", ")}`;
  });
  return lines.length === 0 ? [] : ["Earlier plans:", lines.join("\n")];
}

/** Lists the documents' findings, so that an incomplete plan does not look complete. Empty if there are none. */
function findingsOf(documents: readonly ReadableDocument[]): string[] {
  const lines = documents.flatMap((document) =>
    document.findings.map((finding) => `- ${link(labelOf(document), document.path)}: ${describeFinding(finding)}`),
  );
  return lines.length === 0 ? [] : ["## Findings", lines.join("\n")];
}

const standing = (at: IterationRow): string => `Session ${at.short_id} is at the stage ${at.current_stage}.`;

function workOf(cards: readonly { title: string; path: string }[]): string {
  if (cards.length === 0) return "The plan names no work to be done yet.";
  const list = cards.map((card) => `- ${link(card.title, card.path)}`).join("\n");
  return `There is one checklist per milestone, in the order of the work. All start in ${link("Pending", "Pending/")}; move the one you are working on to ${link("Current", "Current/")}, and to ${link("Complete", "Complete/")} when it is done.\n\n${list}`;
}

function indexOf(at: IterationRow, all: readonly ReadableDocument[], isOneOfMany: boolean): string[] {
  const own = all.filter((one) => isOf(one, at));
  const wholes = Map.groupBy(
    own.filter((one) => one.kind === "whole"),
    (one) => one.stage,
  );
  const before = isOneOfMany ? `Session ${at.short_id}, iteration ${at.iteration}: ` : "";
  return [...wholes].flatMap(([stage, documents]) => [
    `### ${before}${stage.charAt(0).toUpperCase()}${stage.slice(1)}`,
    documents.flatMap((whole) => linesOf(whole, own)).join("\n"),
  ]);
}

const linesOf = (whole: ReadableDocument, own: readonly ReadableDocument[]): string[] => [
  `- ${link(labelOf(whole), whole.path)}`,
  ...own
    .filter((one) => one.kind === "artifact" && one.contribution_id === whole.contribution_id)
    .map((part) => `  - ${link(part.title, part.path)}`),
];

const isOf = (one: ReadableDocument, at: IterationRow): boolean =>
  one.session_id === at.session_id && one.iteration === at.iteration;

/** The model's id is added, because a title does not say who wrote the document. */
const labelOf = ({ title, model, n }: ReadableDocument): string => `${title} (${model}${n === 1 ? "" : `, ${n}`})`;

function howItWasMade(at: IterationRow): string {
  const requests = at.requests === at.calls ? "" : ` in ${at.requests} requests`;
  return (
    `Session ${at.short_id}, iteration ${at.iteration}: the process ${at.process_name} (version ${at.process_version}) ` +
    `with ${at.models.join(", ")}; ${at.lead_model} led. ${at.calls} model calls${requests}${at.is_complete ? "" : " so far"}.`
  );
}

/** A title may contain any text, so it is escaped. A path of the tree contains no character that would end a link. */
const link = (text: string, path: string): string => `[${oneLine(text).replace(/[\\[\]]/g, "\\$&")}](${path})`;
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
const quote = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

/** True if only rehearsal models and no language models were used. */
export const isRehearsal = (models: readonly string[]): boolean =>
  models.length > 0 && models.every((model) => model.startsWith("rehearsal/"));
