import type { Manner } from "../brief/manner.ts";
import type { ContestedClaim } from "../prompt/read-contested.ts";
import { carrierOf, planRequirements, type Requirement } from "../synthesis/plan-requirements.ts";
import { acceptanceOf, mannerOfAll, mustOf, sourcesOf } from "../synthesis/requirements.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, type Workspace } from "../workspace.ts";

const failures: Record<TemperamentName, Record<Manner, string>> = {
  atlas: {
    goal: "it is not complete in time; people move to it from a part that can wait",
    limit: "a part does not fit it; that part is made again",
    rule: "a part goes against it; that part is taken out",
    figure: "it turns out differently; the parts that depend on it are planned again",
    date: "the work left does not fit before it; what can wait is delivered later",
    person: "someone has no time; the parts are shared out again",
    open: "there is no answer in time; the plan keeps room for either outcome",
    context: "it was overlooked; the part it concerns is changed",
  },
  briar: {
    goal: "its test fails; the work stops before more is spent",
    limit: "it is passed; everything that depends on it stops at once",
    rule: "it is broken; the step is undone before anything else is paid for",
    figure: "it cannot be confirmed; the plan takes the more careful figure",
    date: "the time to spare is used up; what is not paid for yet is left out",
    person: "an approval is missing; nothing is ordered",
    open: "there is no answer in time; nothing that depends on it is paid for",
    context: "its cost is unknown; it is estimated before the next decision",
  },
  cedar: {
    goal: "the people who try it cannot use it; it is changed with them",
    limit: "nobody watched it; the person responsible says so on the same day",
    rule: "someone had not heard of it; everyone is told again",
    figure: "people work with different figures; they settle on one together",
    date: "someone is not free; another day is agreed at once",
    person: "a person named drops out; the deputy takes over",
    open: "there is no answer in time; the person who wrote the request is asked",
    context: "those concerned object; the plan is changed with them",
  },
};

/**
 * Each requirement with interfaces, data, limits, failure, security, test and source; in fewer words if there are many
 * requirements.
 */
export const technicalRequirements: ArtifactWriter = (workspace, { budget }) => {
  const all = planRequirements(workspace);
  const written = (lines: typeof fullLines) => () => [
    ...all.flatMap((one, index) => write(workspace, one, lines(workspace, one, index))),
    ...decisions(workspace, all),
  ];
  return firstThatFits(budget, [written(fullLines), written(shortLines), written(fewestWords)]);
};

const write = (workspace: Workspace, one: Requirement, lines: string[]): Block[] => [
  paragraph(`### ${one.id} ${one.title}`),
  paragraph(mustOf(workspace, one)),
  ...lines.map((text) => line(`- ${text}`)),
];

function fullLines(workspace: Workspace, one: Requirement, index: number): string[] {
  const owner = ownerOf(workspace, index);
  return [
    `Interfaces: ${interfaceOf(workspace, one, owner)}`,
    `Data: ${dataOf(one, owner)}`,
    `Limits: ${limitsOf(workspace, one, owner)}`,
    `Failure: ${failures[workspace.temperament.name][mannerOfAll(one)]}`,
    `Security: ${one.kind === "exclusion" ? "no exception without the written consent of the person who asked" : "none"}`,
    `Test: ${acceptanceOf(workspace, one)}`,
    `Source: ${[sourcesOf(workspace, one), ...carried(workspace, one), ...behind(workspace, one)].join("; ")}`,
  ];
}

function shortLines(workspace: Workspace, one: Requirement, index: number): string[] {
  const owner = ownerOf(workspace, index);
  return [
    `Interfaces: ${owner}`,
    "Data: none",
    `Limits: ${limitsOf(workspace, one, owner)}`,
    `Failure: ${failures[workspace.temperament.name][mannerOfAll(one)].split("; ")[1]}`,
    "Security: none",
    `Test: ${acceptanceOf(workspace, { ...one, points: one.points.map((point) => ({ ...point, figures: [] })) })}`,
    sourceLine(workspace, one),
  ];
}

function fewestWords(workspace: Workspace, one: Requirement, index: number): string[] {
  const figures = figuresOf(one);
  return [
    `Interfaces: ${ownerOf(workspace, index)}`,
    "Data: none",
    `Limits: ${figures.length > 0 ? figures.map(quoted).join(", ") : "none"}`,
    "Failure: the work on it stops",
    "Security: none",
    "Test: a written check",
    sourceLine(workspace, one),
  ];
}

const sourceLine = (workspace: Workspace, one: Requirement): string =>
  `Source: ${[...one.sources, ...carried(workspace, one), ...behind(workspace, one)].join("; ")}`;

const figuresOf = ({ points }: Requirement): string[] =>
  [...new Set(points.flatMap((point) => point.figures))].slice(0, 5);

function limitsOf({ temperament }: Workspace, one: Requirement, owner: string): string {
  const figures = figuresOf(one).map(quoted).join(", ");
  if (figures === "") return "none";
  const words: Record<TemperamentName, string> = {
    atlas: `${figures}, as written`,
    briar: `${figures}, checked in writing`,
    cedar: `${figures}, watched by ${owner}`,
  };
  return words[temperament.name];
}

function interfaceOf({ brief, temperament }: Workspace, { kind }: Requirement, owner: string): string {
  if (kind === "open") return `${owner} puts the question; the answer goes to everyone involved`;
  if (kind === "person")
    return brief.people.length > 1 ? `${brief.people.map(({ name }) => name).join(", ")}, with each other` : owner;
  if (kind === "goal")
    return brief.people.length > 0
      ? `${owner} hands it over to the person who asked`
      : "handed to the person who asked";
  const words: Record<TemperamentName, string> = {
    atlas: `${owner} passes it on to every part that it touches`,
    briar: `${owner} reports each check of it to the person who pays`,
    cedar: `${owner} confirms it to everyone whose work it touches`,
  };
  return words[temperament.name];
}

const dataOf = (one: Requirement, owner: string): string =>
  ["figure", "limit"].includes(mannerOfAll(one))
    ? `the value that was checked, with the day; kept by ${owner} until the end`
    : one.kind === "open"
      ? "the answer in writing, with the day and the name"
      : "none";

/** References to the same requirement in the given syntheses. */
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
