import { type Manner, mannerOf, quotedBriefly, troubleWith } from "../brief/manner.ts";
import type { Point } from "../brief/read-brief.ts";
import { nameOf } from "../prompt/read-claims.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { capital, quoted, tableHead, tableRow } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, pointsOf, type Workspace } from "../workspace.ts";
import { isCovered, reviewOf } from "./review.ts";

type Risk = { risk: string; likelihood: number; impact: number; sign: string; response: string; claim: string };

/** The first sign that a weak claim causes damage. */
const doubtSigns: Record<TemperamentName, string> = {
  atlas: "the list of finished parts does not grow for a week",
  briar: "there is no written result after the first week",
  cedar: "people ask each other what was meant",
};

type Watch = { sign: string; response: (who: string) => string };

/** The early sign by which each critic notices that a point is in danger, and its response. */
const watches: Record<TemperamentName, Record<Manner, Watch>> = {
  atlas: {
    goal: { sign: "a part of it is not on the list of finished parts", response: (who) => `${who} moves people to it` },
    limit: { sign: "a finished part does not fit it", response: (who) => `${who} has that part changed first` },
    rule: { sign: "a part is planned that goes against it", response: (who) => `${who} takes that part out` },
    figure: { sign: "two parts are planned with different figures", response: (who) => `${who} corrects the plan` },
    date: { sign: "the work left takes longer than the days left", response: (who) => `${who} drops what can wait` },
    person: { sign: "a part has nobody beside it", response: (who) => `${who} shares out the parts again` },
    open: { sign: "a part waits for the answer", response: (who) => `${who} lets that part be planned both ways` },
    context: { sign: "no part mentions it", response: (who) => `${who} adds it to the part it concerns` },
  },
  briar: {
    goal: { sign: "its cost is not known by the first decision", response: (who) => `${who} asks for a price first` },
    limit: { sign: "two checks in a row come closer to it", response: (who) => `${who} stops the spending` },
    rule: { sign: "an order is placed that would break it", response: (who) => `${who} cancels the order` },
    figure: { sign: "a second source gives another figure", response: (who) => `${who} has it confirmed in writing` },
    date: { sign: "the time to spare is used up", response: (who) => `${who} decides what is left out` },
    person: { sign: "someone else approves a cost", response: (who) => `${who} takes back the approval` },
    open: { sign: "money is asked for before there is an answer", response: (who) => `${who} refuses it` },
    context: { sign: "its cost appears in no list", response: (who) => `${who} has it estimated` },
  },
  cedar: {
    goal: { sign: "those it is for have not seen any of it", response: (who) => `${who} shows them what there is` },
    limit: { sign: "the person who watches it was not asked", response: (who) => `${who} asks on the same day` },
    rule: { sign: "someone new on the work has not heard of it", response: (who) => `${who} tells everyone again` },
    figure: { sign: "two people name different figures", response: (who) => `${who} settles it with both` },
    date: { sign: "someone has another day in their calendar", response: (who) => `${who} writes to everyone` },
    person: { sign: "a person named has no time", response: (who) => `${who} calls the deputy` },
    open: { sign: "nobody can say who decides it", response: (who) => `${who} asks the person who wrote the request` },
    context: { sign: "those concerned were not asked", response: (who) => `${who} asks them` },
  },
};

/** Risks of this proposal: first the consequences of its weak claims, then dangers to points of the request. */
export const riskRegister: ArtifactWriter = (workspace) => {
  const { name } = workspace.temperament;
  const { weak } = reviewOf(workspace);
  const ofClaims = weak.slice(0, 3).map(
    ({ claim, severity, wrong, mend }): Risk => ({
      risk: `${nameOf(claim)}: ${wrong}`,
      likelihood: severity === "serious" ? 3 : 2,
      impact: severity === "serious" ? 4 : 2,
      sign: doubtSigns[name],
      response: `${ownerOf(workspace)}: ${mend}`,
      claim: claim.id ? `[${claim.id}]` : "none",
    }),
  );
  const ofPoints = worries(workspace).map(
    (point, index): Risk => ({
      risk: capital(troubleWith(point)),
      sign: watches[name][mannerOf(point)].sign,
      response: watches[name][mannerOf(point)].response(ownerOf(workspace, index)),
      likelihood: point.kind === "open" ? 4 : 2,
      impact: point.kind === "limit" || point.kind === "exclusion" || point.kind === "date" ? 5 : 3,
      claim: "none",
    }),
  );
  const sorted = [...ofClaims, ...ofPoints].toSorted((a, b) => b.likelihood * b.impact - a.likelihood * a.impact);
  return table(
    ["risk", "likelihood 1–5", "impact 1–5", "early sign", "response", "claim"],
    sorted.map((one) => [one.risk, String(one.likelihood), String(one.impact), one.sign, one.response, one.claim]),
  );
};

const worries = (workspace: Workspace): Point[] => {
  const kinds: Record<TemperamentName, Point["kind"][]> = {
    atlas: ["goal", "date", "open"],
    briar: ["limit", "figure", "open"],
    cedar: ["person", "exclusion", "open", "context"],
  };
  const own = pointsOf(workspace, ...kinds[workspace.temperament.name]);
  return [...own, ...workspace.points.filter((point) => !own.includes(point))].slice(0, 6);
};

/** Requirements on the result: the limits and exclusions of the request, and whether the proposal meets them. */
export const nonFunctionalRequirements: ArtifactWriter = (workspace) => {
  const thesis = workspace.papers[0]?.markdown ?? "";
  const limits = pointsOf(workspace, "limit", "exclusion", "figure", "date");
  const asked = limits.length > 0 ? limits : workspace.points;
  const tests: Record<TemperamentName, string> = {
    atlas: "checked when the whole is shown",
    briar: "checked before money depends on it",
    cedar: "confirmed by the person responsible for it",
  };
  const met: Record<TemperamentName, string> = {
    atlas: "meets it: the proposal accounts for these words",
    briar: "meets it on paper: the words are there, a proof is not",
    cedar: "meets it: every reader of the proposal learns of it",
  };
  const rows = asked.map((point) => [
    `${quoted(point.quote)}; ${tests[workspace.temperament.name]}`,
    isCovered(point, thesis) ? met[workspace.temperament.name] : "silent",
  ]);
  return table(["limit", "the proposal"], rows);
};

/** Dependencies of the proposal: people, dates, answers. */
export const dependencyMap: ArtifactWriter = (workspace) => {
  const { brief } = workspace;
  const when = brief.dates[0] === undefined ? "before work on it begins" : `before ${quoted(brief.dates[0])}`;
  const late: Record<TemperamentName, string> = {
    atlas: "the parts that depend on it are finished later",
    briar: "no money is spent on what depends on it",
    cedar: "the people who wait for it are told on the same day",
  };
  const open = pointsOf(workspace, "open").map((point) => [
    `an answer: ${quoted(point.quote)}`,
    ownerOf(workspace),
    when,
    late[workspace.temperament.name],
  ]);
  const people = brief.people.map(({ name, role }) => [
    `the time of ${name}: ${quoted(role)}`,
    name,
    when,
    late[workspace.temperament.name],
  ]);
  const confirmations: Record<TemperamentName, (quote: string) => string> = {
    atlas: (quote) => `confirmation that ${quote} still applies`,
    briar: (quote) => `a written statement of ${quote}`,
    cedar: (quote) => `a talk with those who know about ${quote}`,
  };
  const permits = pointsOf(workspace, "limit", "exclusion")
    .slice(0, 4)
    .map((point) => [
      confirmations[workspace.temperament.name](quotedBriefly(point)),
      "the person or authority that set it",
      when,
      "the plan keeps to it as it is written",
    ]);
  const rows = [...open, ...people, ...permits].slice(0, 9);
  const none = [
    "an answer to the open questions",
    "the person who wrote the request",
    when,
    late[workspace.temperament.name],
  ];
  return table(["needs", "from whom", "by when", "if late"], rows.length > 0 ? rows : [none]);
};

const table = (columns: string[], rows: string[][]): Block[] => [
  paragraph(tableHead(columns)),
  ...rows.map((row, index) => line(tableRow(row), index < 3 ? 0 : index)),
];
