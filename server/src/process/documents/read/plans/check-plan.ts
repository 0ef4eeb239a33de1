import type { PlanFault } from "@dialectic/contract";
import { cyclesIn } from "./cycles.ts";
import type { Milestone, Requirement } from "./plan.ts";

/** The problems of a plan: requirements that no milestone covers, unknown dependencies and requirements, cycles. */
export function checkPlan(requirements: readonly Requirement[], milestones: readonly Milestone[]): PlanFault[] {
  if (milestones.length === 0) {
    // No milestone could be parsed. This is a fault of its own, because otherwise the plan would seem to be without faults.
    return requirements.length === 0 ? [] : [{ kind: "unreadable" }];
  }
  const known = new Set(milestones.map(({ number }) => number));
  const wanted = new Set(requirements.map(({ number }) => number));
  const covered = new Set(milestones.flatMap((one) => one.requirements));
  const dangling = milestones.flatMap(({ number, dependsOn }) =>
    dependsOn
      .filter((one) => !known.has(one))
      .map((one): PlanFault => ({ kind: "unknown_dependency", milestone: number, dependsOn: one })),
  );
  const unknown = milestones.flatMap((one) =>
    one.requirements
      .filter((number) => wanted.size > 0 && !wanted.has(number))
      .map((number): PlanFault => ({ kind: "unknown_requirement", milestone: one.number, requirement: number })),
  );
  const uncovered = [...wanted]
    .filter((one) => !covered.has(one))
    .map((one): PlanFault => ({ kind: "uncovered", requirement: one }));
  const cycles = cyclesIn(milestones.map(({ number, dependsOn }) => ({ id: number, dependsOn })));
  return [
    ...uncovered,
    ...dangling,
    ...cycles.map((circle): PlanFault => ({ kind: "cycle", milestones: circle })),
    ...unknown,
  ];
}
