import { parseMarkdown } from "#platform";
import { byId, type LegendEntry, legend } from "../links/legend.ts";
import { tableText } from "../read/tables/read-table.ts";
import type { Risk } from "./risks.ts";

/** Decisions that are still open. The review module, which is above this one, reads them. */
export type Undecided = {
  /** Claims that one synthesis keeps or merges and another does not. `choice` is a person's verdict, if any. */
  contested: readonly {
    number: number;
    text: string;
    verdicts: readonly { model: string; verdict: string }[];
    choice: string | null;
  }[];
  /** Questions without an answer. `decides` and `otherwise` (the default) are empty if the document does not state them. */
  questions: readonly { number: number; text: string; decides: string; otherwise: string }[];
};

export type PlanFileInput = {
  name: string;
  /** What a reader has to know first, such as who wrote the plan. */
  notes: readonly string[];
  /** The texts of these two artifacts, each null if the process does not write it. */
  recommendation: string | null;
  milestones: string | null;
  /** The documents of the last stage, if the process writes neither a recommendation nor milestones. */
  others: readonly string[];
  requirements: readonly { id: string; title: string }[];
  risks: readonly Risk[];
  undecided: Undecided;
  /** The board's cards in the order in which the work is to be done, with the paths of their files. */
  cards: readonly { title: string; path: string }[];
  /** Adds numbers and links to a text of the session. Links are relative to this file. */
  link(markdown: string): { markdown: string; entries: readonly LegendEntry[]; unresolved: readonly string[] };
};

/** The plan as one text to read: what is recommended, what is disputed or undecided, what has to be done. */
export function planFile(input: PlanFileInput): string {
  const linked = input.link(sectionsOf(input).join("\n\n"));
  const entries = [...linked.entries].sort((one, other) => byId(one.id, other.id));
  const references = entries.length > 0 ? `\n${legend(entries, [...linked.unresolved].sort(byId))}` : "";
  return `${linked.markdown.trimEnd()}\n${references}`;
}

function sectionsOf(input: PlanFileInput): string[] {
  const { recommendation, milestones, others, requirements, risks, undecided, cards } = input;
  return [
    `# ${oneLine(input.name)}: the plan`,
    ...input.notes,
    ...(recommendation === null ? [] : [demote(recommendation)]),
    ...others.map(demote),
    ...contestedSection(undecided.contested),
    ...questionSection(undecided.questions),
    ...section("Requirements", requirements, ({ id, title }) => `- [${id}] ${title}`),
    ...(milestones === null ? [] : [demote(milestones)]),
    ...riskSection(risks),
    ...section("Work", cards, ({ title, path }) => `- [${oneLine(title).replace(/[\\[\]]/g, "\\$&")}](${path})`),
  ];
}

const section = <T>(title: string, all: readonly T[], line: (one: T) => string): string[] =>
  all.length === 0 ? [] : [`## ${title}`, all.map(line).join("\n")];

function contestedSection(contested: Undecided["contested"]): string[] {
  if (contested.length === 0) return [];
  const rows = contested.map(({ number, text, verdicts, choice }) => [
    `[C${number}] ${text}`,
    verdicts.map(({ model, verdict }) => `${verdict === "open" ? "left open" : verdict} by ${model}`).join("; "),
    choice ?? "not made",
  ]);
  return [
    "## Contested claims",
    "The models disagree about these claims:",
    tableText(["claim", "verdicts", "your choice"], rows),
  ];
}

const questionSection = (questions: Undecided["questions"]): string[] =>
  section(
    "Open decisions",
    questions,
    ({ number, text, decides, otherwise }) =>
      `- [Q${number}] ${oneLine(text)}${ended(" It decides ", decides)}${ended(" Assumed without an answer: ", otherwise)}`,
  );

const ended = (lead: string, text: string): string =>
  text.trim() === "" ? "" : `${lead}${oneLine(text).replace(/[.。]$/u, "")}.`;

function riskSection(risks: readonly Risk[]): string[] {
  if (risks.length === 0) return [];
  const rows = risks.map(({ risk, likelihood, impact, response }) => [
    risk,
    String(likelihood),
    String(impact),
    response,
  ]);
  return ["## Risks", tableText(["risk", "likelihood 1–5", "impact 1–5", "response"], rows)];
}

/** The text with every heading one level deeper, below the title of the file. */
function demote(markdown: string): string {
  const headings = parseMarkdown(markdown).filter(({ type }) => type === "heading");
  let text = markdown.trimEnd();
  for (const { start, end, depth } of headings.toReversed()) {
    const written = markdown.slice(start, end);
    const words = /^ {0,3}#/.test(written)
      ? written.replace(/^ {0,3}#+/, "")
      : ` ${oneLine(written.replace(/\n[^\n]*$/, ""))}`;
    text = `${text.slice(0, start)}${"#".repeat(Math.min(6, depth + 1))}${words}${text.slice(end)}`;
  }
  return text.trim();
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
