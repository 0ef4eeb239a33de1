import { type Desk, oncePerDesk } from "./desk.ts";
import { matterOf } from "./match-matter.ts";
import type { Matter } from "./matter.ts";
import { quoted, small } from "./phrasing.ts";
import { type Claim, isGeneral } from "./read-claims.ts";
import { type Objection, objectionTo } from "./read-objections.ts";
import { othersThan } from "./temperament.ts";

/** Where a proposal stands on one matter: its own way, or one taken over from a paper and mended after criticism. */
export type Stand = {
  matter: Matter;
  way: string;
  /** The claim it was taken from, in a version that improves an earlier one. */
  from: Claim | undefined;
  objection: Objection | undefined;
};

/** On its own matters first; an improving version keeps to what the papers claim and adds what they left out. */
export const takeStands = oncePerDesk((desk: Desk): Stand[] => {
  const base = desk.papers.filter((paper) => paper.kind !== "antithesis").flatMap((paper) => paper.claims);
  const matters = desk.matters.slice(0, base.length > 0 ? Math.max(desk.temperament.breadth, 8) : scopeOf(desk));
  return matters.map((matter) => {
    const from = base.find((claim) => !isGeneral(claim) && matterOf(claim.text, desk)?.key === matter.key);
    if (!from) return { matter, way: matter.way, from: undefined, objection: undefined };
    return { matter, way: wayIn(from.text, matter), from, objection: objectionTo(from, desk.papers) };
  });
});

/** How many matters a proposal of its own takes on. */
export const scopeOf = ({ matters, temperament }: Desk): number =>
  Math.min(temperament.breadth, Math.ceil(matters.length * temperament.share));

/** The doing in a claim: without the label before it and the reason behind it. */
export function wayIn(claim: string, matter: Matter): string {
  const bare = claim.replace(/, (?:because|although) the brief says (?:only )?“.*$/u, "").replace(/\.$/, "");
  const label = `${matter.title}: `;
  return small(bare.startsWith(label) ? bare.slice(label.length) : bare);
}

/** What a way rests on: the brief, or how little of it there is, and what was said about the matter since. */
export function groundOf(matter: Matter, quote: string): string {
  const [said] = matter.said;
  const since = said ? ` and ${said.source} says ${quoted(said.quote)}` : "";
  return matter.raised
    ? `because the brief says ${quoted(quote)}${since}`
    : `although the brief says only ${quoted(quote)}${since}`;
}

/** A stand as the claim it amounts to. */
export function claimOf({ matter, way, objection }: Stand): string {
  const mended = objection ? `${way}; ${small(objection.mend)}` : way;
  return `${matter.title}: ${mended}, ${groundOf(matter, matter.brief)}.`;
}

/** A way of doing it that was not chosen. */
export function otherWay(desk: Desk, matter: Matter, chosen: string, turn: number): string {
  const [one, other] = othersThan(desk.temperament.name);
  const ways = [matter.ways[turn % 2 === 0 ? one : other], matter.ways[turn % 2 === 0 ? other : one], matter.way];
  return ways.find((way) => !chosen.includes(way)) ?? matter.way;
}

export const sourceOf = ({ from, objection }: Stand): string =>
  [from && `[${from.doc}]`, objection && `[${objection.doc}]`].filter(Boolean).join(", ");
