import { cited, citedBriefly, type Point } from "../brief/read-brief.ts";
import { type Claim, nameOf } from "../prompt/read-claims.ts";
import { isAboutWhole, stanceOf } from "../stances.ts";
import { judgeStance, judgeUnknown } from "../synthesis/judge-stance.ts";
import type { Objection, Topic } from "../voices/voice.ts";
import { oncePerDocument, type Workspace } from "../workspace.ts";

export type Weakness = Objection & {
  claim: Claim;
  topic: Topic | undefined;
  isSerious: boolean;
  /** False if the claim is about the plan as a whole. */
  isAboutPoint: boolean;
};

/** A critic's review of a proposal: the points that the proposal misses, its weak claims, and the claims to keep. */
export type Review = {
  missing: Point[];
  weak: Weakness[];
  keep: { claim: Claim; because: string }[];
  isFatal: boolean;
  /** The number of claims of the proposal. */
  claims: number;
};

const mostAboutPoints = 4;
const mostKept = 3;

export const reviewOf = oncePerDocument((workspace: Workspace): Review => {
  const { name } = workspace.temperament;
  const thesis = workspace.papers.find((paper) => paper.kind === "thesis") ?? workspace.papers[0];
  const claims = workspace.claims.filter((claim) => claim.doc === thesis?.id || claim.doc === "");
  const missing = workspace.points.filter(
    (point) => point.kind !== "context" && !isCovered(point, thesis?.markdown ?? ""),
  );
  const judged = claims.map((claim) => {
    const stance = stanceOf(claim.text);
    const isQuoting = pointOf(claim, workspace) !== undefined;
    return { claim, stance, ...(stance ? judgeStance(workspace, stance) : judgeUnknown(name, isQuoting)) };
  });
  const weak = judged.flatMap(({ claim, stance, verdict, objection }): Weakness[] => {
    if (!objection) return [];
    const isSerious = verdict === "rejected" || verdict === "open";
    return [
      { ...objection, claim, topic: stance?.topic, isSerious, isAboutPoint: !isAboutWhole(stance?.topic ?? "open") },
    ];
  });
  const aboutPoints = weak.filter(({ isAboutPoint }) => isAboutPoint).slice(0, mostAboutPoints);
  return {
    claims: claims.length,
    missing,
    weak: [...weak.filter(({ isAboutPoint }) => !isAboutPoint), ...aboutPoints].toSorted(
      (a, b) => Number(b.isSerious) - Number(a.isSerious),
    ),
    keep: judged
      .filter(({ objection, claim }, index) => {
        const isNamed = judged.slice(0, index).some((one) => nameOf(one.claim) === nameOf(claim));
        return !objection && !isNamed;
      })
      .slice(0, mostKept),
    // A plan that ignores several limits of the request cannot be carried out unchanged.
    isFatal: missing.filter(({ kind }) => kind === "limit" || kind === "exclusion").length > 1,
  };
});

export const isBinding = ({ kind }: Point): boolean => kind === "limit" || kind === "exclusion" || kind === "date";

/** The point that a claim quotes. */
export const pointOf = ({ text }: Claim, { points }: Workspace): Point | undefined =>
  points.find((point) => text.includes(cited(point)) || text.includes(citedBriefly(point)));

/** True if a text quotes a point or its beginning, or contains at least half of its longer words and all of its figures. */
export function isCovered(point: Point, text: string): boolean {
  const { quote } = point;
  if ([quote, quote.replaceAll("|", "\\|"), citedBriefly(point)].some((words) => text.includes(words))) return true;
  const lower = text.toLowerCase();
  const words = quote.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  const found = words.filter((word) => lower.includes(word)).length;
  const hasFigures = (quote.match(/\d[\d.,]*/g) ?? []).every((figure) => text.includes(figure));
  return hasFigures && words.length > 0 && found / words.length >= 0.5;
}
