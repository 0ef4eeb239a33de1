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
    last_stage: "paralysis",
  }) as ReadmeInput["iterations"][number];

const part = (artifact: string, iteration: number) =>
  ({
    session_id: "s",
    iteration,
    stage: "thesis",
    artifact,
    kind: "artifact",
    title: artifact,
    model: "openai/a",
    path: `iteration_${iteration}/${artifact}.md`,
    findings: [],
  }) as unknown as ReadmeInput["documents"][number];

it("the readme links to the newest document of each part of the plan if a later iteration wrote only some of the parts", () => {
  const readme = projectReadme({
    project: { name: "A hedge", brief: "Plant it.", brief_name: "brief" },
    iterations: [at(1), at(2)],
    documents: [part("milestones", 1), part("work-plan", 1), part("work-plan", 2)],
    cards: [],
  });
  const plan = readme.slice(readme.indexOf("## The plan"), readme.indexOf("## The work"));
  const [newest = "", earlier = ""] = plan.split("Earlier plans:");
  expect(newest.match(/\]\([^)]+\)/g)).toEqual([
    "](plan.md)",
    "](iteration_2/work-plan.md)",
    "](iteration_1/milestones.md)",
  ]);
  expect(earlier.trim()).toBe(
    "- Session 0a1b2c3d, iteration 1: [work-plan](iteration_1/work-plan.md), [milestones](iteration_1/milestones.md)",
  );
});

it("the readme links to the last stage's documents if a process has no plan artifacts", () => {
  const whole = { ...part("", 1), kind: "whole" as const, artifact: null, title: "The end", n: 1, stage: "paralysis" };
  const readme = projectReadme({
    project: { name: "A hedge", brief: "Plant it.", brief_name: "brief" },
    iterations: [at(1)],
    documents: [whole],
    cards: [],
  });
  expect(readme).toMatch(
    /## The plan\n\n- .+\(plan\.md\).+\n- \[The end \(openai\/a\)\]\(iteration_1\/\.md\)\n\n## The work/,
  );
});

it("the readme lists the open findings of the plan's documents below the plan, with links to the files", () => {
  const whole = {
    ...part("", 1),
    kind: "whole" as const,
    artifact: null,
    title: "Thesis",
    n: 1,
    findings: [{ code: "artifact_missing" as const, artifact: "claims", details: { title: "Claims" } }],
  };
  const input = {
    project: { name: "A hedge", brief: "Plant it.", brief_name: "brief" },
    iterations: [at(1)],
    cards: [],
  };
  const readme = projectReadme({ ...input, documents: [whole] });
  const found = readme.slice(readme.indexOf("## Findings"), readme.indexOf("## The work"));
  expect(found).toBe(
    "## Findings\n\n- [Thesis (openai/a)](iteration_1/.md): The required part “Claims” is missing.\n\n",
  );
  expect(projectReadme({ ...input, documents: [{ ...whole, findings: [] }] })).not.toContain("## Findings");
});
