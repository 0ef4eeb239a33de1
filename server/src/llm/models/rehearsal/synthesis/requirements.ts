import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, paragraph } from "../fit-words.ts";
import { quoted } from "../phrasing.ts";
import { voice } from "../voice.ts";
import { type PlannedRequirement, planRequirements } from "./planned-requirements.ts";

/** Numbered `R-1 …`, each with acceptance, priority, source claims: as many as the budget holds, the weightiest first. */
export const requirements: ArtifactWriter = (desk, { budget }) => {
  const all = planRequirements(desk);
  const counts = all.map((_, index) => all.length - index);
  return firstThatFits(
    budget,
    counts.flatMap((count) => [
      () => list(desk, all.slice(0, count), toText),
      () => list(desk, all.slice(0, count), toShortText),
    ]),
  );
};

function list(desk: Desk, wanted: readonly PlannedRequirement[], say: typeof toText): Block[] {
  return [paragraph(introduction(desk, wanted.length), 1), ...wanted.map((one, index) => paragraph(say(one, index)))];
}

function toText(one: PlannedRequirement, index: number): string {
  return [
    `## R-${index + 1} ${one.title}`,
    "",
    one.statement,
    "",
    `- Acceptance: ${one.acceptance}.`,
    `- Priority: ${one.priority}, because ${one.why}.`,
    `- Sources: ${one.sources}.`,
  ].join("\n");
}

function toShortText(one: PlannedRequirement, index: number): string {
  const refs = [
    ...new Set(one.sources.match(/\[[CD]\d+\]/g)),
    one.sources.match(/the brief: “[^”]*”/u)?.[0] ?? "the brief",
  ];
  return [
    `## R-${index + 1} ${one.title}`,
    "",
    one.statement.replace(/; .*$/, "."),
    "",
    `- Acceptance: ${one.acceptance}.`,
    `- Priority: ${one.priority}. Sources: ${refs.join(", ")}.`,
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
