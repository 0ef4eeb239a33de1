import { formatNumber, shareOf } from "../brief/quantities.ts";
import type { Desk } from "../desk.ts";
import type { Matter } from "../matter.ts";
import type { Claim } from "../read-claims.ts";
import type { Objection } from "../read-objections.ts";

type Rival = { claim: Claim; matter: Matter | undefined; objection: Objection | undefined };

/** How well a claim suits this temperament: its own way first, then what nobody objected to. */
export function likingOf(desk: Desk, { claim, matter, objection }: Rival): number {
  const own = isOwn(desk, claim.text, matter) ? 4 : 0;
  const wide = desk.temperament.name === "atlas" && /\b(?:every|all|one|whole|once)\b/i.test(claim.text) ? 1 : 0;
  const wary =
    desk.temperament.name === "briar" && /\b(?:before|until|only|after|price|written)\b/i.test(claim.text) ? 1 : 0;
  const near = desk.temperament.name === "cedar" && /\b(?:people|person|ask|name|with the)\b/i.test(claim.text) ? 1 : 0;
  return own + wide + wary + near + (objection ? 0 : 2);
}

/** Its way of doing things, or its way of setting figures. */
function isOwn(desk: Desk, text: string, matter: Matter | undefined): boolean {
  const { total, figures } = desk.brief;
  const { reserve, headroom } = desk.temperament;
  if (text.startsWith("Reserve:")) return total !== undefined && text.includes(shareOf(total, reserve));
  if (text.startsWith("Figures:"))
    return figures.some((one) => text.includes(` ${formatNumber(Math.round(one.value * headroom))} `));
  return matter !== undefined && text.includes(matter.way);
}
