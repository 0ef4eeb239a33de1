import { saysIt, whoSays } from "../brief/saying.ts";
import type { Desk } from "../desk.ts";
import { dueIn, type Matter, ownerOf } from "../matter.ts";
import { joinWords, quoted } from "../phrasing.ts";
import type { Claim } from "../read-claims.ts";
import { otherFigure } from "./other-figure.ts";

/** Something that can be wrong with a claim; found by looking at what the claim says and does not say. */
export type Weakness = {
  claim: Claim;
  matter: Matter;
  kind: WeaknessKind;
  /** fatal: breaks a condition of the brief; serious: what this temperament minds most; minor: the rest. */
  serious: "fatal" | "serious" | "minor";
  wrong: string;
  evidence: string;
  mend: string;
};

export type Found = Pick<Weakness, "claim" | "matter" | "kind" | "serious">;

export type WeaknessKind = "other-figure" | "unpriced" | "undated" | "unowned" | "unmeasured" | "no-way-back";

/** The complaint in words: what is wrong, the evidence for it, what would mend it. */
export function describeWeakness(desk: Desk, at: Found): Weakness {
  const { brief } = desk;
  const { matter } = at;
  const said = quoted(matter.brief);
  const owner = ownerOf(brief);
  const due = dueIn(matter.phase, brief);
  switch (at.kind) {
    case "other-figure": {
      const figure = otherFigure(at.claim.text.replaceAll(/“[^”]*”/gu, ""), brief);
      return {
        ...at,
        wrong: `it works with ${figure?.claimed}, and ${whoSays(brief, figure?.stated ?? "")} does not`,
        evidence: saysIt(brief, figure?.stated ?? ""),
        mend: `keep ${figure?.stated} as the figure and show separately what the difference costs`,
      };
    }
    case "unpriced":
      return {
        ...at,
        wrong: `it spends on ${matter.name} and names no sum`,
        evidence: brief.total
          ? `${quoted(brief.total.text)} has to pay for everything, and ${said} is only a part`
          : `the brief names no sum, and ${said} cannot be had for nothing`,
        mend: `put a price and an upper limit beside ${matter.name} before anything is ordered`,
      };
    case "undated":
      return {
        ...at,
        wrong: `it says what happens to ${matter.name}, not by when`,
        evidence: brief.days[0]
          ? `${whoSays(brief, brief.days[0].text)} thinks in days: ${quoted(brief.days[0].text)}`
          : `${said} has no day either, so two gaps meet`,
        mend: `give ${matter.name} a day, ${due} at the latest`,
      };
    case "unowned":
      return {
        ...at,
        wrong: `nobody answers for ${matter.name}`,
        evidence:
          brief.people.length > 0
            ? `the brief names ${joinWords(brief.people.slice(0, 2))}, the claim names nobody`
            : `the brief names nobody for ${said}, and the claim leaves it at that`,
        mend: `put a name and a deputy beside ${matter.name}, and let ${owner} agree to both`,
      };
    case "unmeasured":
      return {
        ...at,
        wrong: `afterwards nobody could tell whether it was kept`,
        evidence: `${said} can be checked, the claim cannot`,
        mend: `count one thing for ${matter.name}: ${matter.measure}`,
      };
    case "no-way-back":
      return {
        ...at,
        wrong: `it knows no half way for ${matter.name}`,
        evidence: `it is enough that ${matter.risk}, and ${said} gives no second chance`,
        mend: `say what happens when ${matter.sign}: ${matter.response}`,
      };
  }
}
