import type { Point } from "../brief/read-brief.ts";
import type { Claim } from "../prompt/read-claims.ts";
import type { Paper } from "../prompt/read-paper.ts";
import { claimOf, topicOf } from "../stances.ts";
import { line } from "../text/fit-words.ts";
import { type ArtifactWriter, firstPoint, isNew, oncePerDocument, type Workspace } from "../workspace.ts";

const most = 25;

/** The claims of a proposal: four positions on the plan as a whole, and one on each point of the brief. */
export const claims: ArtifactWriter = (workspace) => {
  const given = workspace.papers.filter((paper) => paper.kind === "thesis" || paper.kind === "pairwise_synthesis");
  const texts = given.length > 0 ? mended(given, workspace) : ownClaims(workspace);
  return texts.slice(0, most).map((text, index) => line(`- C: ${text}`, index < 6 ? 0 : index));
};

const ownClaims = oncePerDocument((workspace: Workspace): string[] => {
  const { name, reserve } = workspace.temperament;
  const point = firstPoint(workspace);
  return [
    claimOf(name, "order", point ? { point } : {}),
    claimOf(name, "scope", {}),
    claimOf(name, "proof", {}),
    claimOf(name, "reserve", { reserve }),
    ...workspace.points.flatMap((one) => claimAbout(workspace, one)),
  ];
});

function claimAbout({ temperament }: Workspace, point: Point): string[] {
  const topic = topicOf(point);
  if (!topic) return [];
  const text = claimOf(temperament.name, topic, { point });
  return [isNew(point) ? `${text.slice(0, -1)} (${point.source}).` : text];
}

/**
 * The claims of the given proposals, each once. If a review objected to a claim, its correction is added as a condition.
 */
function mended(given: readonly Paper[], { papers, claims: numbered }: Workspace): string[] {
  const objections = papers.flatMap((paper) => paper.objections);
  const mendOf = ({ text }: Claim): string | undefined => {
    const id = numbered.find((one) => one.text === text)?.id;
    return objections.find(({ claim }) => claim === id || text.startsWith(claim))?.mend;
  };
  const texts = given
    .flatMap((paper) => paper.claims)
    .map((claim) => {
      const mend = mendOf(claim);
      return mend === undefined ? claim.text : `${claim.text.replace(/\.$/, "")}; condition: ${mend}.`;
    });
  // If a claim has several versions, the longest is used, because it may contain a condition.
  const versions = Map.groupBy(texts, (text) => text.split(/; condition: |\.$/)[0] ?? text);
  return [...versions.values()].map((all) => all.reduce((a, b) => (b.length > a.length ? b : a)));
}
