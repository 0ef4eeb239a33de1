import type { Milestone, Requirement } from "./parse-plan.ts";

/** What is wrong with a plan, a sentence each: requirements nobody covers, dependencies that lead nowhere or in a circle. */
export function checkPlan(requirements: readonly Requirement[], milestones: readonly Milestone[]): string[] {
  if (milestones.length === 0) {
    // What cannot be read covers nothing: it must not pass for a plan without faults.
    return requirements.length === 0 ? [] : ["No milestone could be read: each begins with a heading `## M1 Title`."];
  }
  const known = new Set(milestones.map(({ number }) => number));
  const wanted = new Set(requirements.map(({ number }) => number));
  const covered = new Set(milestones.flatMap((one) => one.requirements));
  const dangling = milestones.flatMap(({ number, dependsOn }) =>
    dependsOn.filter((one) => !known.has(one)).map((one) => `M${number} depends on M${one}, which does not exist.`),
  );
  const unknown = milestones.flatMap((one) =>
    one.requirements
      .filter((number) => wanted.size > 0 && !wanted.has(number))
      .map((number) => `M${one.number} covers R-${number}, which is not among the requirements.`),
  );
  const uncovered = [...wanted].filter((one) => !covered.has(one)).map((one) => `R-${one} is covered by no milestone.`);
  return [...uncovered, ...dangling, ...cyclesIn(milestones), ...unknown];
}

/** One sentence for each group that waits for itself. Walked with a stack of our own: a plan may be a long chain. */
function cyclesIn(milestones: readonly Milestone[]): string[] {
  const byNumber = new Map(milestones.map((one) => [one.number, one]));
  const state = new Map<number, "open" | "done">();
  const cycles: string[] = [];
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
        const circle = path.slice(path.findIndex(({ number }) => number === before)).map(({ number }) => `M${number}`);
        cycles.push(`${[...circle, `M${before}`].join(" → ")}: a milestone waits for itself.`);
      } else if (byNumber.has(before) && !state.has(before)) {
        state.set(before, "open");
        path.push({ number: before, next: 0 });
      }
    }
  }
  return cycles;
}
