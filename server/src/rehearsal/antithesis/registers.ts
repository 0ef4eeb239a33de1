import { type Point, troubleWith } from "../brief/read-brief.ts";
import { nameOf } from "../prompt/read-claims.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { quoted, tableHead, tableRow } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, pointsOf, type Workspace } from "../workspace.ts";
import { isCovered, reviewOf } from "./review.ts";

type Risk = { risk: string; likelihood: number; impact: number; sign: string; response: string; claim: string };

const responses: Record<TemperamentName, { sign: string; response: (who: string) => string; doubt: string }> = {
  atlas: {
    sign: "it is not on the list of finished parts a week before it is due",
    response: (who) => `${who} moves people from a part that can wait`,
    doubt: "the list of finished parts does not grow for a week",
  },
  briar: {
    sign: "the last two checks come closer to the limit",
    response: (who) => `${who} stops the spending and has it checked again`,
    doubt: "there is no written result after the first week",
  },
  cedar: {
    sign: "two people give different answers about it",
    response: (who) => `${who} names one person for it on the same day`,
    doubt: "people ask each other what was meant",
  },
};

/** Risks of this proposal: what its weak claims lead to, then what the critic fears for points of the request. */
export const riskRegister: ArtifactWriter = (workspace) => {
  const { name } = workspace.temperament;
  const { weak } = reviewOf(workspace);
  const ofClaims = weak.slice(0, 3).map(
    ({ claim, severity, wrong, mend }): Risk => ({
      risk: `${nameOf(claim)}: ${wrong}`,
      likelihood: severity === "serious" ? 3 : 2,
      impact: severity === "serious" ? 4 : 2,
      sign: responses[name].doubt,
      response: `${ownerOf(workspace)}: ${mend}`,
      claim: claim.id ? `[${claim.id}]` : "none",
    }),
  );
  const ofPoints = worries(workspace).map(
    (point, index): Risk => ({
      risk: troubleWith(point),
      sign: responses[name].sign,
      response: responses[name].response(ownerOf(workspace, index)),
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
    briar: "measured before money is spent on it",
    cedar: "confirmed by the person responsible for it",
  };
  const rows = asked.map((point) => [
    `${quoted(point.quote)}; ${tests[workspace.temperament.name]}`,
    isCovered(point, thesis) ? "meets it: the proposal accounts for these words" : "silent",
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
  const permits = pointsOf(workspace, "limit", "exclusion")
    .slice(0, 4)
    .map((point) => [
      `confirmation that ${quoted(point.title)} still applies`,
      "the person or authority that set it",
      when,
      "the plan keeps to it as written",
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
