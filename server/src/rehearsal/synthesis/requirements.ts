import { cited } from "../brief/read-brief.ts";
import { handlingOf } from "../plan/words.ts";
import { type Block, firstThatFits, paragraph } from "../text/fit-words.ts";
import { quoted, sentence } from "../text/phrasing.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { planRequirements, type Requirement } from "./plan-requirements.ts";
import { judgeClaims } from "./verdicts.ts";

/** The sentence with “must”, followed by the requirement's quotations, at most `most` of them. */
export function mustOf(workspace: Workspace, { kind, points, words }: Requirement, most = points.length): string {
  if (points.length === 0) return sentence(words);
  const more = points.length > most ? `; and ${points.length - most} more` : "";
  const quotes = points.slice(0, most).map(cited).join("; ");
  return `${handlingOf(workspace, kind).must}: ${quotes}${more}.`;
}

export const acceptanceOf = (workspace: Workspace, { kind }: Requirement): string => handlingOf(workspace, kind).met;

/** The requirements for the result. Every sentence of the brief belongs to one of them. */
export const requirements: ArtifactWriter = (workspace, { budget }) => {
  const written = (source: (one: Requirement) => string, rank: number) => () =>
    planRequirements(workspace).flatMap((one): Block[] => [
      paragraph(`### ${one.id} ${one.title}`),
      paragraph(mustOf(workspace, one)),
      paragraph(`- Acceptance: ${acceptanceOf(workspace, one)}.\n- Priority: must\n- Source: ${source(one)}`, rank),
    ]);
  const briefly = ({ sources }: Requirement) => sources.join(", ");
  return firstThatFits(budget, [
    written((one) => sourcesOf(workspace, one), 0),
    written(briefly, 0),
    written(briefly, 1),
  ]);
};

/** The sources of a requirement: the request, facts, answers, feedback, and the claims about it that are not rejected. */
export function sourcesOf(workspace: Workspace, one: Requirement): string {
  const under = [
    ...new Set(one.points.map((point) => point.under).filter((text) => text !== "" && !text.includes("“"))),
  ].slice(0, 2);
  const claims = judgeClaims(workspace)
    .filter(({ answers, claim }) => answers === one.id && claim.id !== undefined)
    .map(({ claim }) => `[${claim.id}]`);
  const placed =
    under.length > 0 ? `, under ${under.map((text) => quoted(text.replace(/[:：]$/u, ""))).join(" and ")}` : "";
  return `${one.sources.join(", ")}${placed}${claims.length > 0 ? `; ${claims.slice(0, 6).join(", ")}` : ""}`;
}
