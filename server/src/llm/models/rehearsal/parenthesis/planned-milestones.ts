import type { Desk } from "../desk.ts";
import { dueIn } from "../matter.ts";
import { joinWords } from "../phrasing.ts";
import { isCondition } from "../synthesis/planned-requirements.ts";
import type { AgreedRequirement } from "./agreed-requirement.ts";
import { agreeOnRequirements } from "./agreed-requirements.ts";

export type PlannedMilestone = {
  id: string;
  title: string;
  phase: number;
  dependsOn: string[];
  requirements: AgreedRequirement[];
  days: { low: number; high: number };
  due: string;
};

const verbs = ["", "Agree on", "Prepare", "Set up", "Prove", "Be ready for"] as const;
const mostPerMilestone = 5;

/**
 * Requirements grouped by when they have their turn; a milestone depends only on those of the phase before it, so there can
 * be no cycle, and every requirement belongs to exactly one.
 */
export function planMilestones(desk: Desk): PlannedMilestone[] {
  const agreed = agreeOnRequirements(desk);
  const milestones: PlannedMilestone[] = [];
  let before: string[] = [];
  for (let phase = 1; phase <= 5; phase += 1) {
    const here = agreed.filter((one) => phaseOf(one) === phase);
    const groups = inGroupsOf(here, mostPerMilestone).map(
      (requirements, index): PlannedMilestone => ({
        id: `M${milestones.length + index + 1}`,
        title: titleOf(desk, phase, requirements),
        phase,
        dependsOn: before,
        requirements,
        days: effort(desk, requirements),
        due: dueIn(phase, desk.brief),
      }),
    );
    milestones.push(...groups);
    if (groups.length > 0) before = groups.map((one) => one.id);
  }
  return milestones;
}

/** Seeing that a condition holds takes a day; bringing something about takes what the temperament allows for it. */
function effort(desk: Desk, requirements: readonly AgreedRequirement[]): { low: number; high: number } {
  const conditions = requirements.filter(isCondition).length;
  const works = requirements.length - conditions;
  const [low, high] = desk.temperament.days;
  return { low: conditions + works * low, high: conditions + works * high };
}

/** A condition of the brief is proved, whatever it is about; a matter has its own turn. */
function phaseOf(one: AgreedRequirement): number {
  return isCondition(one) ? 4 : (one.matter?.phase ?? 3);
}

function titleOf(desk: Desk, phase: number, requirements: readonly AgreedRequirement[]): string {
  const names = [
    ...new Set(
      requirements.map((one) => (isCondition(one) ? "the conditions of the brief" : (one.matter?.name ?? one.title))),
    ),
  ];
  return `${verbs[phase]} ${joinWords(names.slice(0, 3))}${names.length > 3 ? ` and more of the ${desk.brief.subject.short}` : ""}`;
}

function inGroupsOf<T>(all: readonly T[], size: number): T[][] {
  if (all.length === 0) return [];
  const count = Math.ceil(all.length / size);
  const each = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, i) => all.slice(i * each, (i + 1) * each)).filter(
    (group) => group.length > 0,
  );
}

/** Phases as the master plan names them. */
export const phaseName = (phase: number): string => ["", "Agree", "Prepare", "Make", "Prove", "Run"][phase] ?? "";
