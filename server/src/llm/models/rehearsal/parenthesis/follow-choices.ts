import type { Desk } from "../desk.ts";
import { matterOf } from "../match-matter.ts";
import { isGeneral } from "../read-claims.ts";
import type { ContestedClaim } from "../read-contested.ts";
import { otherWay, wayIn } from "../stand.ts";
import { isCondition } from "../synthesis/planned-requirements.ts";
import type { AgreedRequirement } from "./agreed-requirement.ts";

/** The contested claims about the same thing as a requirement. */
export function contestedOn(desk: Desk, one: Pick<AgreedRequirement, "title" | "matter">): ContestedClaim[] {
  if (isCondition(one) || !one.matter) return [];
  return desk.prompt.contested.filter(
    (claim) => !isGeneral(claim) && matterOf(claim.text, desk)?.key === one.matter?.key,
  );
}

/** What the person chose is what the requirement says; what they rejected it says no longer. */
export function followChoices(desk: Desk, one: AgreedRequirement): AgreedRequirement {
  const { matter } = one;
  const chosen = contestedOn(desk, one).filter(({ choice }) => choice !== undefined && choice !== "open");
  if (!matter || chosen.length === 0) return one;
  let { statement } = one;
  for (const { text, choice } of chosen) {
    const way = wayIn(text, matter);
    if (choice !== "rejected") statement = `The ${desk.brief.subject.short} must ${way}.`;
    else if (statement.includes(way))
      statement = `The ${desk.brief.subject.short} must ${otherWay(desk, matter, way, 0)}.`;
  }
  return {
    ...one,
    statement,
    origins: [...one.origins, ...chosen.map(({ id, choice }) => `[${id}] as it was chosen: ${choice}`)],
  };
}
