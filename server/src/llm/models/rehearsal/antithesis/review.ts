import { type Desk, oncePerDesk } from "../desk.ts";
import type { Matter } from "../matter.ts";
import { type Claim, toClaim } from "../read-claims.ts";
import { type Paper, sentencesIn } from "../read-paper.ts";
import type { Weakness } from "./describe-weakness.ts";
import { otherFigure } from "./other-figure.ts";
import { findWeaknesses, isSound } from "./weaknesses.ts";

/** What a critic finds in one proposal: everything the artifacts of a critique are written from. */
export type Review = {
  paper: Paper | undefined;
  /** How the proposal is called in the text. */
  ref: string;
  claims: Claim[];
  weaknesses: Weakness[];
  /** What nothing was said against, the soundest first. */
  strong: Claim[];
  covered: Matter[];
  missing: Matter[];
  dated: number;
  owned: number;
  priced: number;
  otherFigures: string[];
};

export const review = oncePerDesk((desk: Desk): Review => {
  const paper = desk.papers.find((one) => one.kind !== "antithesis") ?? desk.papers[0];
  const claims = claimsIn(desk, paper);
  const weaknesses = findWeaknesses(desk, claims, 5);
  const weak = new Set(weaknesses.map((one) => one.claim));
  const spared = claims.filter((claim) => !weak.has(claim) && !claim.text.startsWith("Left out:"));
  const text = paper?.markdown ?? "";
  // A matter is taken up when the proposal deals with it, not when it merely repeats the sentence of the brief.
  const bare = text.replaceAll(/“[^”]*”/gu, "").replace(/^(?:Left|Deliberately|Not yet).*$/gm, "");
  return {
    paper,
    ref: paper ? `[${paper.id}]` : "the proposal",
    claims,
    weaknesses,
    strong: [...spared.filter((claim) => isSound(desk, claim)), ...spared.filter((claim) => !isSound(desk, claim))],
    covered: desk.matters.filter((matter) => isTakenUp(matter, bare)),
    missing: desk.matters.filter((matter) => !isTakenUp(matter, bare)),
    dated: claims.filter((claim) => /\b20\d{2}\b|\bweek\b/.test(claim.text)).length,
    owned: claims.filter((claim) => desk.brief.people.some((name) => claim.text.includes(name))).length,
    priced: claims.filter((claim) => /[₪$€£]\s?\d|\d\s?(?:ILS|NIS|USD|EUR)/.test(claim.text)).length,
    otherFigures: claims.flatMap(
      (claim) => otherFigure(claim.text.replaceAll(/“[^”]*”/gu, ""), desk.brief)?.claimed ?? [],
    ),
  };
});

const isTakenUp = (matter: Matter, text: string): boolean =>
  matter.words.test(text) || text.includes(`${matter.title}:`);

/** The paper's claims under the engine's numbers, when it sent them; without claims, its own sentences serve. */
function claimsIn(desk: Desk, paper: Paper | undefined): Claim[] {
  if (!paper) return [];
  const numbered = desk.claims.filter((claim) => claim.doc === paper.id);
  if (numbered.length > 0) return numbered;
  if (paper.claims.length > 0) return paper.claims;
  return sentencesIn(paper)
    .slice(0, 12)
    .map((text) => toClaim(text, paper.id));
}
