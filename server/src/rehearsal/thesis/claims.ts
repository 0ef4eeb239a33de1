import type { Point } from "../brief/read-brief.ts";
import { mannerOf } from "../plan/words.ts";
import type { Claim } from "../prompt/read-claims.ts";
import type { Paper } from "../prompt/read-paper.ts";
import { claimOf, isAboutWhole, stanceOf } from "../stances.ts";
import { line } from "../text/fit-words.ts";
import { type ArtifactWriter, firstPoint, isNew, type Workspace } from "../workspace.ts";

const most = 25;

/** The claims of a proposal: four positions on the plan as a whole, and one on each point of the brief. */
export const claims: ArtifactWriter = (workspace) => {
  const given = workspace.papers.filter((paper) => paper.kind === "thesis" || paper.kind === "pairwise_synthesis");
  const texts =
    given.length > 0
      ? mended(given, workspace)
      : [...claimsAboutWhole(workspace), ...workspace.points.flatMap((one) => claimAbout(workspace, one))];
  return texts.slice(0, most).map((text, index) => line(`- C: ${text}`, index < 6 ? 0 : index));
};

function claimsAboutWhole(workspace: Workspace): string[] {
  const { name, reserve } = workspace.temperament;
  const point = firstPoint(workspace);
  return [
    claimOf(name, "order", point ? { point } : {}),
    claimOf(name, "scope", {}),
    claimOf(name, "proof", {}),
    claimOf(name, "reserve", { reserve }),
  ];
}

function claimAbout({ temperament }: Workspace, point: Point): string[] {
  if (point.kind === "block" || point.kind === "context") return [];
  const text = claimOf(temperament.name, mannerOf(point.kind), { point });
  return [isNew(point) ? `${text.slice(0, -1)} (${point.source}).` : text];
}

/**
 * The model's own positions on the plan as a whole, and the other claims of the given proposals, each once. If a review
 * objected to a claim about a limit, an exclusion or a date, its correction is added.
 */
function mended(given: readonly Paper[], workspace: Workspace): string[] {
  const objections = workspace.papers.flatMap((paper) => paper.objections);
  const withMend = ({ text }: Claim): string => {
    if (stanceOf(text)?.topic !== "bound") return text;
    const id = workspace.claims.find((one) => one.text === text)?.id;
    const index = objections.findIndex(({ claim }) => claim === id || text.startsWith(claim));
    // Several claims may begin like the one that an objection names, so each objection is used once.
    const [found] = index === -1 ? [] : objections.splice(index, 1);
    return found ? `${text.replace(/\.$/, "")}; in addition: ${found.mend}.` : text;
  };
  const own = claimsAboutWhole(workspace);
  // The proposal's own positions on the whole would contradict the rest of this text.
  const isLeftOut = ({ text }: Claim): boolean =>
    isAboutWhole(stanceOf(text)?.topic ?? "open") && !own.some((one) => text.startsWith(one.slice(0, -1)));
  const kept = given.flatMap((paper) => paper.claims).filter((claim) => !isLeftOut(claim));
  // If a claim has several versions, the longest is used, because it may contain a correction.
  const versions = Map.groupBy([...own, ...kept.map(withMend)], (text) => text.split(/; in addition: |\.$/)[0] ?? text);
  return [...versions.values()].map((all) => all.reduce((a, b) => (b.length > a.length ? b : a)));
}
