import { expect, it } from "vitest";
import { projectReadme, type ReadmeInput } from "./project-readme.ts";

const at = (iteration: number) =>
  ({
    session_id: "s",
    short_id: "0a1b2c3d",
    iteration,
    models: ["openai/a"],
    lead_model: "openai/a",
    is_complete: true,
  }) as ReadmeInput["iterations"][number];

const part = (artifact: string, iteration: number) =>
  ({
    session_id: "s",
    iteration,
    artifact,
    kind: "artifact",
    title: artifact,
    model: "openai/a",
    path: `iteration_${iteration}/${artifact}.md`,
  }) as ReadmeInput["documents"][number];

it("leads to the newest of each part of the plan, though a further iteration writes only some of them", () => {
  const readme = projectReadme({
    project: { name: "A hedge", brief: "Plant it.", brief_name: "brief" },
    iterations: [at(1), at(2)],
    documents: [part("milestones", 1), part("work-plan", 1), part("work-plan", 2)],
    cards: [],
  });
  const plan = readme.slice(readme.indexOf("## The plan"), readme.indexOf("## The work"));
  expect(plan.match(/\]\([^)]+\)/g)).toEqual(["](iteration_2/work-plan.md)", "](iteration_1/milestones.md)"]);
});
