import type { ContestedClaim } from "../prompt/read-contested.ts";
import { carrierOf, planRequirements, type Requirement } from "../synthesis/plan-requirements.ts";
import { acceptanceOf, mustOf, sourcesOf } from "../synthesis/requirements.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { describeSide } from "./contested.ts";
import { handlingOf, planWordsOf } from "./words.ts";

/** Each requirement with interfaces, data, limits, failure, security, test and source. */
export const technicalRequirements: ArtifactWriter = (workspace, { budget }) => {
  const all = planRequirements(workspace);
  const written = (most?: number) => () => [
    ...all.flatMap((one) => [
      paragraph(`### ${one.id} ${one.title}`),
      paragraph(mustOf(workspace, one, most)),
      ...lines(workspace, one).map((text) => line(`- ${text}`)),
    ]),
    ...decisions(workspace, all),
  ];
  return firstThatFits(budget, [written(), written(4), written(1)]);
};

function lines(workspace: Workspace, one: Requirement): string[] {
  const { none } = planWordsOf(workspace);
  return [
    ...["Interfaces", "Data", "Limits"].map((name) => `${name}: ${none}`),
    `Failure: ${handlingOf(workspace, one.kind).response}`,
    `Security: ${none}`,
    `Test: ${acceptanceOf(workspace, one)}`,
    `Source: ${[sourcesOf(workspace, one), ...carried(workspace, one), ...behind(workspace, one)].join("; ")}`,
  ];
}

/** References to the same requirement in the given syntheses. */
function behind({ papers }: Workspace, one: Requirement): string[] {
  const quotes = one.points.map(({ quote }) => quote);
  const found = papers
    .filter((paper) => paper.kind === "final_synthesis")
    .flatMap((paper) =>
      paper.requirements.filter(({ body }) => quotes.some((quote) => mustIn(body).includes(quote))).slice(0, 1),
    );
  return found.length > 0 ? [found.map(({ doc, id }) => `[${doc}] ${id}`).join(", ")] : [];
}

/** The sentence above a requirement's fields. The fields may quote headings of the request, too. */
const mustIn = (body: string): string => body.split(/^- /m)[0] ?? "";

/** Contested claims about a requirement, with the person's choice. */
const carried = ({ prompt }: Workspace, one: Requirement): string[] =>
  prompt.contested
    .filter(({ text, choice }) => choice !== undefined && carrierOf([one], text))
    .map(({ id, choice }) => `[${id}] as it was chosen: ${choice}`);

/** Decisions and open questions, so that a reader sees what the plan assumes. */
function decisions(workspace: Workspace, all: readonly Requirement[]): Block[] {
  const { contested, remarks } = workspace.prompt;
  const kept = contested.filter(({ choice }) => choice === "kept" || choice === "merged");
  const dropped = contested.filter(({ choice }) => choice === "rejected");
  const undecided = contested.filter(({ choice }) => choice === undefined || choice === "open");
  const assumed = remarks.filter((one) => one.kind === "answer" && one.open);
  return [
    ...list(
      "## Decided",
      kept.map(
        (one) =>
          `- ${nameOf(one)} is ${one.choice}${becauseOf(one)}; it belongs to ${carrierOf(all, one.text)?.id ?? "the plan as a whole"}.`,
      ),
    ),
    ...list(
      "## Undecided",
      undecided.map((one) =>
        one.choice ? `- ${nameOf(one)} is left open, as it was chosen.` : `- ${describeSide(workspace, one)}.`,
      ),
    ),
    ...list(
      "## Assumed",
      assumed.map((one) => `- ${one.source} ${one.question} Assumption: ${quoted(one.text.replace(/\.$/, ""))}.`),
    ),
    ...list(
      "## Dropped",
      dropped.map((one) => `- ${nameOf(one)} is rejected${becauseOf(one)}.`),
    ),
  ];
}

const nameOf = ({ id }: ContestedClaim): string => `[${id}]`;
const becauseOf = ({ because }: ContestedClaim): string => (because === "" ? "" : `, because ${quoted(because)}`);

const list = (heading: string, lines: string[]): Block[] =>
  lines.length === 0
    ? []
    : [
        paragraph(heading),
        ...lines.slice(0, 8).map((text, index) => ({ ...line(text, index < 3 ? 0 : index), tight: index > 0 })),
      ];
