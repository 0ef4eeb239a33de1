import type { ContestedClaim } from "../prompt/read-contested.ts";
import { carrierOf, planRequirements, type Requirement } from "../synthesis/plan-requirements.ts";
import { acceptanceOf, mustOf, sourcesOf } from "../synthesis/requirements.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, type Workspace } from "../workspace.ts";

const failures: Record<TemperamentName, Record<"made" | "held" | "asked", string>> = {
  atlas: {
    made: "it is not ready in time; the part that can wait longest gives up its people",
    held: "it turns out not to hold; the part that needs it is planned again",
    asked: "there is no answer in time; the plan goes on with the larger case",
  },
  briar: {
    made: "its test fails; the work stops before more is spent",
    held: "it is passed; everything that depends on it stops at once",
    asked: "there is no answer in time; nothing that depends on it is paid for",
  },
  cedar: {
    made: "the people who try it cannot use it; it is changed with them",
    held: "it is overlooked; the person who watches it says so on the same day",
    asked: "there is no answer in time; the question goes to the person who wrote the request",
  },
};

/** Each requirement with interfaces, data, limits, failure, security, test and source; in fewer words where there are many. */
export const technicalRequirements: ArtifactWriter = (workspace, { budget }) => {
  const all = planRequirements(workspace);
  const written = (lines: typeof fullLines) => () => [
    ...all.flatMap((one, index) => write(one, lines(workspace, one, index))),
    ...decisions(workspace, all),
  ];
  return firstThatFits(budget, [written(fullLines), written(shortLines)]);
};

const write = (one: Requirement, lines: string[]): Block[] => [
  paragraph(`### ${one.id} ${one.title}`),
  paragraph(mustOf(one)),
  ...lines.map((text) => line(`- ${text}`)),
];

function fullLines(workspace: Workspace, one: Requirement, index: number): string[] {
  const owner = ownerOf(workspace, index);
  const way = one.kind === "open" ? "asked" : one.kind === "goal" ? "made" : "held";
  return [
    `Interfaces: ${interfaceOf(workspace, one, owner)}`,
    `Data: ${dataOf(one, owner)}`,
    `Limits: ${limitsOf(one)}`,
    `Failure: ${failures[workspace.temperament.name][way]}`,
    `Security: ${one.kind === "exclusion" ? "no exception without the written consent of the person who asked" : "none"}`,
    `Test: ${acceptanceOf(workspace, one)}`,
    `Source: ${[sourcesOf(workspace, one), ...carried(workspace, one), ...behind(workspace, one)].join("; ")}`,
  ];
}

function shortLines(workspace: Workspace, one: Requirement, index: number): string[] {
  const sources = [...one.sources, ...carried(workspace, one), ...behind(workspace, one)];
  return [
    `Interfaces: ${ownerOf(workspace, index)}`,
    "Data: none",
    `Limits: ${limitsOf(one)}`,
    "Failure: the work on it stops",
    "Security: none",
    "Test: a written check",
    `Source: ${sources.join("; ")}`,
  ];
}

function limitsOf({ points }: Requirement): string {
  const figures = [...new Set(points.flatMap((point) => point.figures))].slice(0, 5);
  return figures.length > 0 ? figures.map(quoted).join(", ") : "none";
}

function interfaceOf({ brief }: Workspace, { kind }: Requirement, owner: string): string {
  if (kind === "open") return `${owner} puts the question; the answer goes to everyone involved`;
  if (kind === "person") return `${brief.people.map(({ name }) => name).join(", ") || owner}, with each other`;
  return kind === "goal"
    ? brief.people.length > 0
      ? `${owner} hands it over to the person who asked`
      : "it is handed over to the person who asked"
    : `${owner} confirms it to everyone whose work touches it`;
}

const dataOf = ({ kind }: Requirement, owner: string): string =>
  kind === "figure" || kind === "limit"
    ? `the value that was checked, with the day; kept by ${owner} until the end`
    : kind === "open"
      ? "the answer in writing, with the day and the name"
      : "none";

/** The syntheses that ask for the same, when the documents given have them. */
function behind({ papers }: Workspace, one: Requirement): string[] {
  const quotes = one.points.map(({ quote }) => quote);
  const found = papers
    .filter((paper) => paper.kind === "final_synthesis")
    .flatMap((paper) =>
      paper.requirements.filter(({ body }) => quotes.some((quote) => body.includes(quote))).slice(0, 1),
    );
  return found.length > 0 ? [found.map(({ doc, id }) => `[${doc}] ${id}`).join(", ")] : [];
}

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
      undecided.map((one) => `- ${nameOf(one)}: ${one.judged}. The plan goes on with the wording of the request.`),
    ),
    ...list(
      "## Assumed",
      assumed.map(
        (one) => `- Assumption: ${quoted(one.text.replace(/\.$/, ""))}, because ${one.source} has no answer.`,
      ),
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
        paragraph(heading, 1),
        ...lines.slice(0, 8).map((text, index) => ({ ...line(text, index + 1), tight: index > 0 })),
      ];
