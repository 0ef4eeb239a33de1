import { type Manner, mannerOf } from "../brief/manner.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { quoted, sentence } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, type Workspace } from "../workspace.ts";
import { planRequirements, type Requirement } from "./plan-requirements.ts";
import { judgeClaims } from "./verdicts.ts";

/** The beginning of the sentence with “must”. */
const musts: Record<TemperamentName, Record<Manner, string>> = {
  atlas: {
    goal: "The result must deliver this",
    limit: "The finished result must stay within this",
    rule: "Every part of the result must keep to this",
    figure: "Every part must be planned for this",
    date: "The calendar of the work must follow this",
    person: "The parts must be shared out as this says",
    open: "The answer to this must be known before the parts that depend on it are final",
    context: "The finished result must take this into account",
  },
  briar: {
    goal: "The plainest form that meets this must be delivered",
    limit: "This must be proven to hold before money depends on it",
    rule: "Work that goes against this must stop",
    figure: "This must be confirmed in writing before the plan relies on it",
    date: "Nothing must be planned that this makes impossible",
    person: "Approval must stay with the people named here",
    open: "No money must be spent on what depends on this before it is settled",
    context: "What this changes in limits and cost must be written down",
  },
  cedar: {
    goal: "The people it is for must have tried this before it is final",
    limit: "One named person must watch over this",
    rule: "Everyone who works on it must have been told this",
    figure: "Everyone who works on it must start from the same figures",
    date: "Everyone involved must have this in their calendar",
    person: "Each person named must have agreed to this",
    open: "The person who can settle this must be asked in the first week",
    context: "The people concerned must be asked about this",
  },
};

/** The sentence with “must”, followed by all quotations of the requirement. */
export function mustOf({ temperament }: Workspace, one: Requirement): string {
  if (one.points.length === 0) return sentence(one.words);
  return `${musts[temperament.name][mannerOfAll(one)]}: ${one.points.map(({ quote }) => quoted(quote)).join("; ")}.`;
}

/** If a requirement has several sentences, the first one decides. */
export const mannerOfAll = ({ kind, points: [first] }: Requirement): Manner =>
  mannerOf(first ?? { kind, quote: "", figures: [] });

const accepted: Record<TemperamentName, Record<Manner, string>> = {
  atlas: {
    goal: "it can be seen or used as a whole",
    limit: "the finished result stays within it",
    rule: "a look through the finished result finds nothing that goes against it",
    figure: "every part that depends on it was planned for it",
    date: "the calendar of the work shows it",
    person: "every part has one of the people named beside it",
    open: "the answer is written down, and the parts that depend on it are planned",
    context: "the finished result shows where it was taken into account",
  },
  briar: {
    goal: "a test written beforehand passes",
    limit: "a written measurement shows that it holds",
    rule: "a written check before delivery finds nothing that goes against it",
    figure: "its source has confirmed it in writing",
    date: "a written calendar has no step that it rules out",
    person: "every approval bears one of these names",
    open: "the answer is signed by the person who can give it",
    context: "a note says what it changes in the plan, and what that costs",
  },
  cedar: {
    goal: "the people it is for have tried it and say that it works",
    limit: "the person who watches it confirms it",
    rule: "anyone on the work who is asked can repeat it",
    figure: "two people who are asked separately give the same answer",
    date: "everyone involved names the same day and time",
    person: "each of them has said yes",
    open: "everyone involved knows the answer",
    context: "the people concerned confirm that it was taken into account",
  },
};

export function acceptanceOf({ temperament }: Workspace, one: Requirement): string {
  const manner = mannerOfAll(one);
  const isCounted = manner === "goal" || manner === "limit";
  const figures = isCounted ? one.points.flatMap((point) => point.figures).slice(0, 3) : [];
  const compared =
    figures.length === 0
      ? ""
      : `; ${figures.length === 1 ? "the figure is" : "the figures are"} ${figures.map(quoted).join(", ")}`;
  return `${accepted[temperament.name][manner]}${compared}`;
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
    paragraph(mustOf(workspace, one)),
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
