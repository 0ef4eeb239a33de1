import type { Desk } from "../desk.ts";
import { matterOf } from "../match-matter.ts";
import type { Matter } from "../matter.ts";
import { type Claim, isGeneral } from "../read-claims.ts";
import type { TemperamentName } from "../temperament.ts";
import { describeWeakness, type Weakness, type WeaknessKind } from "./describe-weakness.ts";
import { otherFigure } from "./other-figure.ts";

/** What each temperament looks for, the worst first. */
const lookFor: Record<TemperamentName, readonly WeaknessKind[]> = {
  atlas: ["other-figure", "unmeasured", "undated", "no-way-back", "unowned", "unpriced"],
  briar: ["unpriced", "other-figure", "no-way-back", "undated", "unmeasured", "unowned"],
  cedar: ["unowned", "undated", "other-figure", "unmeasured", "no-way-back", "unpriced"],
};

const perKind = 2;

/** The weightiest, each claim once, and no complaint made so often that it becomes a habit. */
export function findWeaknesses(desk: Desk, claims: readonly Claim[], most: number): Weakness[] {
  const order = lookFor[desk.temperament.name];
  const all = claims
    .filter((claim) => !isGeneral(claim) || /^(?:Figures|Reserve):/.test(claim.text))
    .flatMap((claim) => {
      const matter = matterOf(claim.text, desk);
      if (!matter) return [];
      const kinds = order.filter((kind) => has(kind, claim.text, desk));
      return kinds.map((kind) => describeWeakness(desk, { claim, matter, kind, serious: weigh(desk, matter, kind) }));
    })
    .toSorted((a, b) => rank(desk, a, order) - rank(desk, b, order));
  const chosen: Weakness[] = [];
  for (const one of all) {
    const often = chosen.filter((other) => other.kind === one.kind).length >= perKind;
    const said = chosen.some(
      (other) => other.claim === one.claim || (other.kind === one.kind && other.matter === one.matter),
    );
    if (!often && !said && chosen.length < most) chosen.push(one);
  }
  return chosen;
}

/** Free of the three things this temperament minds most. */
export function isSound(desk: Desk, claim: Claim): boolean {
  return !lookFor[desk.temperament.name].slice(0, 3).some((kind) => has(kind, claim.text, desk));
}

function weigh(desk: Desk, matter: Matter, kind: WeaknessKind): Weakness["serious"] {
  const bound = desk.brief.limits.some((limit) => matter.words.test(limit));
  if (kind === "other-figure" && bound) return "fatal";
  return bound || lookFor[desk.temperament.name].indexOf(kind) < 2 ? "serious" : "minor";
}

function rank(desk: Desk, { kind, matter, serious }: Weakness, order: readonly WeaknessKind[]): number {
  return (
    ["fatal", "serious", "minor"].indexOf(serious) * 20 + order.indexOf(kind) * 2 - matter.pull[desk.temperament.name]
  );
}

const spends = /\b(?:hire|buy|order|book|build|lay|bring in|sign|connect|stock|move|make|draw|run|plan)\b/i;

function has(kind: WeaknessKind, text: string, desk: Desk): boolean {
  const bare = text.replaceAll(/“[^”]*”/gu, "");
  switch (kind) {
    case "other-figure":
      return otherFigure(bare, desk.brief) !== undefined;
    case "unpriced":
      return spends.test(bare) && !/[₪$€£%]|\bprice/i.test(bare);
    case "undated":
      return !/\b(?:20\d{2}|day|week|month|hour|night|morning|before|until|first)\b/i.test(bare);
    case "unowned":
      return (
        !desk.brief.people.some((name) => bare.includes(name)) &&
        !/\b(?:person|people|name|warden|host|crew|lead)\b/i.test(bare)
      );
    case "unmeasured":
      return !/\d|\b(?:one|two|three|four|five|ten|half|third|tenth|fifth|twice|count|measure)\b/i.test(bare);
    case "no-way-back":
      return /\b(?:all|every|everything|once|at once|never|whole|complete)\b/i.test(bare);
  }
}
