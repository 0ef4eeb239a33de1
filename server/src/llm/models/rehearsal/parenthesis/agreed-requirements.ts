import { type Desk, oncePerDesk } from "../desk.ts";
import { matterOf } from "../match-matter.ts";
import type { Matter } from "../matter.ts";
import { fieldOf, type Requirement } from "../read-paper.ts";
import { isCondition, planRequirements } from "../synthesis/planned-requirements.ts";
import type { AgreedRequirement } from "./agreed-requirement.ts";
import { followChoices } from "./follow-choices.ts";

/**
 * The requirements of all syntheses, each once. The first synthesis keeps its numbers; what only others have follows. A
 * requirement answers at most one of each other synthesis, so no number used anywhere is left without one here.
 */
export const agreeOnRequirements = oncePerDesk((desk: Desk): AgreedRequirement[] => {
  const written = desk.papers.filter((paper) => paper.requirements.length > 0);
  // A plan has already made one list of those of the syntheses.
  const plans = written.filter((paper) => paper.parts.has("technical-requirements"));
  const given = plans.length > 0 ? plans.slice(-1) : written;
  const [first, ...others] = given;
  if (!first)
    return planRequirements(desk).map((one, index) =>
      followChoices(desk, { ...one, id: `R-${index + 1}`, origins: [] }),
    );
  const agreed = first.requirements.map((one) => agree(desk, one));
  let last = Math.max(0, ...agreed.map((one) => Number(one.id.slice(2))));
  for (const paper of others) {
    const answered = new Set<AgreedRequirement>();
    for (const requirement of paper.requirements) {
      const same = agreed.find((one) => !answered.has(one) && isSame(one, requirement, desk));
      if (same) {
        answered.add(same);
        same.origins.push(originOf(requirement));
      } else {
        last += 1;
        const added = { ...agree(desk, requirement), id: `R-${last}` };
        agreed.push(added);
        answered.add(added);
      }
    }
  }
  return agreed.map((one) => followChoices(desk, one));
});

function agree(desk: Desk, one: Requirement): AgreedRequirement {
  const lines = one.body.split("\n").map((text) => text.trim());
  return {
    id: one.id,
    title: one.title,
    statement: lines.find((text) => text !== "" && !/^[-*#|]/.test(text)) ?? one.title,
    acceptance: (fieldOf(one.body, "Acceptance") || fieldOf(one.body, "Test")).replace(/\.$/, ""),
    priority:
      fieldOf(one.body, "Priority")
        .match(/must|should|could/i)?.[0]
        ?.toLowerCase() ?? "should",
    origins: [originOf(one)],
    matter: aboutWhat(one.title, desk),
  };
}

/** A condition of the brief is a requirement of its own, even where it touches a matter that has one. */
const aboutWhat = (title: string, desk: Desk): Matter | undefined => matterOf(title.replace(/^Fixed: /, ""), desk);

function isSame(one: AgreedRequirement, other: Requirement, desk: Desk): boolean {
  if (one.title.toLowerCase() === other.title.toLowerCase()) return true;
  return (
    !isCondition(one) &&
    !isCondition(other) &&
    one.matter !== undefined &&
    one.matter.key === aboutWhat(other.title, desk)?.key
  );
}

const originOf = (one: Requirement): string => `${one.id} of [${one.doc}]`;
