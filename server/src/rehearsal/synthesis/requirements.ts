import type { Point } from "../brief/read-brief.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { quoted, sentence } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, type Workspace } from "../workspace.ts";
import { planRequirements, type Requirement } from "./plan-requirements.ts";
import { judgeClaims } from "./verdicts.ts";

const musts: Record<Point["kind"], string> = {
  goal: "The result must deliver this",
  limit: "The plan must stay within this",
  exclusion: "The plan must respect this exclusion",
  figure: "The plan must use this figure as it is given",
  date: "The plan must keep to this date",
  person: "The plan must respect who does what",
  open: "The plan must settle this before anything depends on it",
  context: "The plan must take this into account",
};

/** The sentence with “must”, with every quotation behind it. */
export function mustOf({ kind, points, words }: Requirement): string {
  if (points.length === 0) return sentence(words);
  return `${musts[kind]}: ${points.map(({ quote }) => quoted(quote)).join("; ")}.`;
}

const accepted: Record<TemperamentName, Record<"made" | "held" | "answered" | "considered", string>> = {
  atlas: {
    made: "it can be seen or used as a whole",
    held: "it is still true when the whole is shown",
    answered: "the answer is written down and the parts that depend on it are planned",
    considered: "the finished result shows where it was taken into account",
  },
  briar: {
    made: "a test written beforehand passes",
    held: "a written measurement or confirmation shows it",
    answered: "the answer is signed by the person who can decide it",
    considered: "a written note says what it changes in the plan, and what that costs",
  },
  cedar: {
    made: "the people it is for have tried it and say so",
    held: "the person who watches it confirms it",
    answered: "everyone involved knows the answer",
    considered: "the people concerned confirm that it was taken into account",
  },
};

const ways: Partial<Record<Point["kind"], "made" | "answered" | "considered">> = {
  goal: "made",
  context: "considered",
  open: "answered",
};

export function acceptanceOf({ temperament }: Workspace, { kind, points }: Requirement): string {
  const way = ways[kind] ?? "held";
  const figures = points.flatMap((point) => point.figures).slice(0, 3);
  const compared = figures.length === 0 ? "" : `, compared with ${figures.map(quoted).join(", ")}`;
  return `${accepted[temperament.name][way]}${compared}`;
}

const priorityOf = ({ kind }: Requirement): string => (kind === "context" ? "should" : "must");

/** Requirements on the result: every sentence of the brief is in one of them. */
export const requirements: ArtifactWriter = (workspace) => {
  const all = planRequirements(workspace);
  return all.flatMap((one, index) => write(workspace, one, index, all.length));
};

function write(workspace: Workspace, one: Requirement, index: number, count: number): Block[] {
  const rank = 1 + Math.floor((3 * index) / count);
  return [
    paragraph(`### ${one.id} ${one.title}`),
    paragraph(mustOf(one)),
    paragraph(`- Acceptance: ${acceptanceOf(workspace, one)}.`, rank),
    line(`- Priority: ${priorityOf(one)}`, rank),
    line(`- Source: ${sourcesOf(workspace, one)}`, rank + 1),
    ...(index === 0 ? [line(`- Owner: ${ownerOf(workspace)}`, 5)] : []),
  ];
}

/** The sources of a requirement: the request, facts, answers, and the claims that are kept or merged into it. */
export function sourcesOf(workspace: Workspace, one: Requirement): string {
  const under = [...new Set(one.points.map((point) => point.under).filter((text) => text !== ""))].slice(0, 2);
  const claims = judgeClaims(workspace)
    .filter(({ answers, claim }) => answers === one.id && claim.id !== undefined)
    .map(({ claim }) => `[${claim.id}]`);
  const placed = under.length > 0 ? `, under ${under.map(quoted).join(" and ")}` : "";
  return `${one.sources.join(", ")}${placed}${claims.length > 0 ? `; ${claims.slice(0, 6).join(", ")}` : ""}`;
}
