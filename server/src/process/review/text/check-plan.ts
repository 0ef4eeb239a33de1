import type { PlanFault } from "@dialectic/contract";
import type { Milestone, Requirement } from "./parse-plan.ts";

/** What is wrong with a plan: requirements that no milestone covers, dependencies that lead nowhere or in a circle. */
export function checkPlan(requirements: readonly Requirement[], milestones: readonly Milestone[]): PlanFault[] {
  if (milestones.length === 0) {
    // What cannot be read covers nothing: it must not pass for a plan without faults.
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
  return [...uncovered, ...dangling, ...cyclesIn(milestones), ...unknown];
}

/** One fault for each group that waits for itself. Walked with a stack of our own: a plan may be a long chain. */
function cyclesIn(milestones: readonly Milestone[]): PlanFault[] {
  const byNumber = new Map(milestones.map((one) => [one.number, one]));
  const state = new Map<number, "open" | "done">();
  const cycles: PlanFault[] = [];
  for (const { number: start } of milestones) {
    if (state.has(start)) continue;
    const path: { number: number; next: number }[] = [{ number: start, next: 0 }];
    state.set(start, "open");
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const before = byNumber.get(top.number)?.dependsOn[top.next];
      top.next += 1;
      if (before === undefined) {
        state.set(top.number, "done");
        path.pop();
      } else if (state.get(before) === "open") {
        const circle = path.slice(path.findIndex(({ number }) => number === before)).map(({ number }) => number);
        cycles.push({ kind: "cycle", milestones: [...circle, before] });
      } else if (byNumber.has(before) && !state.has(before)) {
        state.set(before, "open");
        path.push({ number: before, next: 0 });
      }
    }
  }
  return cycles;
}
