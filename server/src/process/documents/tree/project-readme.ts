import type { CompleteIteration, ReadableDocument } from "./complete-iterations.store.ts";
import { constructPath } from "./construct-path.ts";

export type ReadmeInput = {
  project: { name: string; brief: string; brief_name: string };
  iterations: readonly CompleteIteration[];
  documents: readonly ReadableDocument[];
  /** Names of the board's cards. */
  cards: readonly string[];
};

/** What the project is for, how its plan was made, and where everything stands. The same rows make the same bytes. */
export function projectReadme({ project, iterations, documents, cards }: ReadmeInput): string {
  const brief = constructPath({ kind: "brief", name: project.brief_name });
  const parts = [
    `# ${oneLine(project.name)}`,
    "## The goal",
    quote(project.brief),
    `The request as it was given: ${link(brief, brief)}.`,
    "## How it was made",
    ...iterations.map(howItWasMade),
    "## The documents",
    ...iterations.flatMap((at) => indexOf(at, documents)),
    "## The work",
    workOf(cards),
    `What was in use (process, stages, recipes, prompts) stands in ${link("project_settings.json", "project_settings.json")}.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

const howItWasMade = (at: CompleteIteration): string =>
  `Session ${at.short_id}, iteration ${at.iteration}: the process ${at.process_name} (version ${at.process_version}) ` +
  `with ${at.models.join(", ")}; ${at.lead_model} led. ${at.calls} pieces of work took ${at.turns} turns of the models.`;

function indexOf(at: CompleteIteration, all: readonly ReadableDocument[]): string[] {
  const own = all.filter((one) => one.session_id === at.session_id && one.iteration === at.iteration);
  const lines = own
    .filter((one) => one.kind === "whole")
    .flatMap((whole) => [
      `- ${link(labelOf(whole), whole.path)}`,
      ...own
        .filter((one) => one.kind === "artifact" && one.contribution_id === whole.contribution_id)
        .map((part) => `  - ${link(part.title, part.path)}`),
    ]);
  return [`### Session ${at.short_id}, iteration ${at.iteration}`, lines.join("\n")];
}

function labelOf({ title, model, about, n }: ReadableDocument): string {
  return `${title} by ${model}${about === null ? "" : `, on ${about}`}${n === 1 ? "" : ` (${n})`}`;
}

function workOf(cards: readonly string[]): string {
  if (cards.length === 0) return "The plan names no work to be done yet.";
  const list = cards.map((card) => `- ${card}`).join("\n");
  return `Checklists in work order. They start in ${link("Pending", "Pending/")}; move the one you work on to ${link("Current", "Current/")}, and to ${link("Complete", "Complete/")} when it is done.\n\n${list}`;
}

/** Paths of the tree hold no character that would end a link; titles are anybody's text. */
const link = (text: string, path: string): string => `[${oneLine(text).replace(/[\\[\]]/g, "\\$&")}](${path})`;
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
const quote = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
