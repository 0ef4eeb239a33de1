import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, fitWords, paragraph, wordsOf } from "../fit-words.ts";
import { budgetFor } from "../foreword.ts";
import { quoted } from "../phrasing.ts";
import { toKey } from "../read-paper.ts";
import { voice } from "../voice.ts";
import { type PlannedRequirement, planRequirements } from "./planned-requirements.ts";

/** `### R-1 Title`, each with acceptance, priority and source: as many as the budget holds, the weightiest first. */
export const requirements: ArtifactWriter = (desk, { budget }) => chooseWording(desk, budget).blocks;

/** How many of the planned requirements the document has room for: what else refers to them must not point beyond. */
export function writtenRequirements(desk: Desk): PlannedRequirement[] {
  const wanted = desk.prompt.whole.find((one) => toKey(one.heading) === "requirements");
  const all = planRequirements(desk);
  return wanted ? all.slice(0, chooseWording(desk, budgetFor(desk, wanted)).count) : all;
}

function chooseWording(desk: Desk, budget: number): { blocks: Block[]; count: number } {
  const all = planRequirements(desk);
  for (let count = all.length; count > 1; count -= 1) {
    for (const say of [toText, toShortText]) {
      const blocks = fitWords(list(desk, all.slice(0, count), say), budget);
      if (wordsOf(blocks) <= budget) return { blocks, count };
    }
  }
  return { blocks: list(desk, all.slice(0, 1), toShortText), count: 1 };
}

function list(desk: Desk, wanted: readonly PlannedRequirement[], say: typeof toText): Block[] {
  return [paragraph(introduction(desk, wanted.length), 1), ...wanted.map((one, index) => paragraph(say(one, index)))];
}

function toText(one: PlannedRequirement, index: number): string {
  return [
    `### R-${index + 1} ${one.title}`,
    "",
    one.statement,
    "",
    `- Acceptance: ${one.acceptance}.`,
    `- Priority: ${one.priority} (${one.why})`,
    `- Source: ${one.sources}.`,
  ].join("\n");
}

function toShortText(one: PlannedRequirement, index: number): string {
  const refs = [
    ...new Set(one.sources.match(/\[[CDFQ]\d+\]/g)),
    one.sources.match(/the (?:brief|feedback[^:]*): “[^”]*”/u)?.[0] ?? "the brief",
  ];
  return [
    `### R-${index + 1} ${one.title}`,
    "",
    one.statement.replace(/; .*$/, "."),
    "",
    `- Acceptance: ${one.acceptance}.`,
    `- Priority: ${one.priority}`,
    `- Source: ${refs.join(", ")}.`,
  ].join("\n");
}

function introduction(desk: Desk, count: number): string {
  const { subject, quotes } = desk.brief;
  const refs = desk.papers
    .map((paper) => `[${paper.id}]`)
    .slice(0, 6)
    .join(", ");
  const from = refs === "" ? "" : ` They come out of ${refs}.`;
  const asked = quoted(quotes[0] ?? subject.title);
  return voice(desk, {
    atlas: `${count} requirements carry ${subject.long}; the first of them hold up the others.${from} All of them answer to ${asked}.`,
    briar: `${count} requirements are left of everything proposed for ${subject.long}.${from} What could not be traced to ${asked} or to a claim was dropped.`,
    cedar: `${count} requirements, each of which somebody can be asked about.${from} They begin with what people will notice of ${asked}.`,
  });
}
