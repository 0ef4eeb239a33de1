import { citedBriefly, type Point } from "../brief/read-brief.ts";
import type { Claim } from "../prompt/read-claims.ts";
import { positionOf, stanceOf, type Topic } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";
import { oncePerDocument, type Workspace } from "../workspace.ts";

export type Weakness = {
  claim: Claim;
  topic: Topic | undefined;
  severity: "serious" | "minor";
  wrong: string;
  mend: string;
};

/** A critic's review of a proposal: the points that the proposal misses, its weak claims, and the claims to keep. */
export type Review = { missing: Point[]; weak: Weakness[]; keep: Claim[]; isFatal: boolean };

const mostWeak = 6;

/** The topics on which each critic calls a flaw serious rather than minor. */
const serious: Record<TemperamentName, readonly Topic[]> = {
  atlas: ["order", "goal", "open"],
  briar: ["order", "limit", "reserve", "open"],
  cedar: ["order", "scope", "person"],
};

export const reviewOf = oncePerDocument((workspace: Workspace): Review => {
  const { name } = workspace.temperament;
  const thesis = workspace.papers.find((paper) => paper.kind === "thesis") ?? workspace.papers[0];
  const claims = workspace.claims.filter((claim) => claim.doc === thesis?.id || claim.doc === "");
  const missing = workspace.points.filter((point) => !isCovered(point, thesis?.markdown ?? ""));
  const judged = claims.map((claim) => ({ claim, stance: stanceOf(claim.text) }));
  const weak = judged.flatMap(({ claim, stance }): Weakness[] => {
    if (stance?.by === name) return [];
    const topic = stance?.topic;
    const { wrong, mend } = topic ? positionOf(name, topic) : unfounded[name];
    return [{ claim, topic, severity: topic && serious[name].includes(topic) ? "serious" : "minor", wrong, mend }];
  });
  const rank = ({ claim, severity }: Weakness): number =>
    (severity === "serious" ? 0 : 2) + (pointOf(claim, workspace) ? 0 : 1);
  const ranked = weak.toSorted((a, b) => rank(a) - rank(b));
  const firsts = ranked.filter((one, index) => ranked.findIndex(({ topic }) => topic === one.topic) === index);
  const chosen = [...firsts, ...ranked.filter((one) => !firsts.includes(one))].slice(0, mostWeak);
  const objected = new Set(chosen.map(({ claim }) => claim));
  const agreed = judged.filter(({ stance }) => stance?.by === name || stance?.topic === "exclusion");
  const rest = judged.filter(({ claim }) => !objected.has(claim));
  return {
    missing,
    weak: chosen.toSorted((a, b) => rank(a) - rank(b)),
    keep: (agreed.length > 0 ? agreed : rest)
      .map(({ claim }) => claim)
      .filter((claim) => !objected.has(claim))
      .slice(0, 3),
    // A plan that ignores several limits of the request cannot be carried out unchanged.
    isFatal: missing.filter(({ kind }) => kind === "limit" || kind === "exclusion").length > 1,
  };
});

/** A critic's remark on a claim whose wording the critic does not recognise. */
const unfounded: Record<TemperamentName, { wrong: string; mend: string }> = {
  atlas: {
    wrong: "it does not say which part of the request it serves",
    mend: "name the sentence of the request behind it",
  },
  briar: { wrong: "it gives no figure and no test", mend: "say what is measured and with which result it passes" },
  cedar: { wrong: "it does not say who does it", mend: "agree on who does it" },
};

/** The point that a claim quotes. */
export const pointOf = ({ text }: Claim, { points }: Workspace): Point | undefined =>
  points.find((point) => text.includes(citedBriefly(point)));

/** True if a text quotes a point, or contains at least half of its longer words and all of its figures. */
export function isCovered({ quote }: Point, text: string): boolean {
  if (text.includes(quote) || text.includes(quote.replaceAll("|", "\\|"))) return true;
  const lower = text.toLowerCase();
  const words = quote.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  const found = words.filter((word) => lower.includes(word)).length;
  const hasFigures = (quote.match(/\d[\d.,]*/g) ?? []).every((figure) => text.includes(figure));
  return hasFigures && words.length > 0 && found / words.length >= 0.5;
}
