import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listProjectFiles, readProjectFile } from "#documents";
import { engines, type TestApp, testApp } from "#test";
import { readSeedFiles, type SeedFiles } from "../../src/process/recipes/files/seed-files.ts";
import { seedProcesses } from "../../src/process/recipes/seed-processes.ts";

/**
 * The brief process with one more stage, between synthesis and parenthesis. Adding it takes only three files and no code.
 */
function withPreMortem(): SeedFiles {
  const { prompts, recipes, processes, domains } = readSeedFiles();
  const shipped = (name: string) => [...recipes, ...processes].find((file) => file.name === name)?.text ?? "";
  const recipe = `
key: pre-mortem
instructions: [synthesis-role, rules]
steps:
  - key: look-back
    name: Look back
    prompt: pre-mortem-look-back
    strategy: per_source_document
    inputs:
      - { type: final_synthesis, stage: synthesis }
    output: pre_mortem
    artifacts:
      - { title: Causes of failure, words: 200, about: what went wrong and what would have shown it early }
`;
  const formalise = shipped("recipes/parenthesis.yaml")
    .replace("key: parenthesis", "key: parenthesis-warned")
    .replace("    output:", "      - { type: pre_mortem, stage: pre-mortem }\n    output:");
  const process = shipped("processes/brief.yaml")
    .replace("key: brief", "key: warned")
    .replace("recipe: parenthesis", "recipe: parenthesis-warned")
    .replace(
      "transitions:",
      "  - { key: pre-mortem, name: Pre-mortem, about: It failed. Why?, convergence: single, recipe: pre-mortem }\ntransitions:",
    )
    .replace(
      "{ from: synthesis, to: parenthesis }",
      "{ from: synthesis, to: pre-mortem }\n  - { from: pre-mortem, to: parenthesis }",
    );
  return {
    prompts: new Map([...prompts, ["pre-mortem-look-back", "A year on, {{documents}} has failed. Say why."]]),
    recipes: [
      ...recipes,
      { name: "recipes/pre-mortem.yaml", text: recipe },
      { name: "recipes/parenthesis-warned.yaml", text: formalise },
    ],
    processes: [...processes, { name: "processes/warned.yaml", text: process }],
    // A domain offers only the processes that it lists.
    domains: domains.map(({ name, text }) => ({
      name,
      text: text.replace("[classic, brief]", "[classic, brief, warned]"),
    })),
  };
}

describe.each(engines)("a sixth stage on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
    const { warnings } = await seedProcesses(t.database, withPreMortem());
    expect(warnings).toEqual([]);
    await t.startWorker();
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("is written between its neighbours, numbered by its position, and read by the next stage", async () => {
    const brief = "Open a community garden on 400 m² by 1 May 2027. The budget is 12,000 EUR.";
    const { id, projectId } = await t.session({ brief, process: "warned", auto: true, start: true });
    const done = await t.reach(id, "iteration_complete");
    expect(done.stages.map(({ stage, calls }) => [stage, calls])).toEqual([
      ["thesis", 2],
      ["antithesis", 4],
      ["synthesis", 2],
      ["pre-mortem", 2],
      ["parenthesis", 1],
      ["paralysis", 1],
    ]);
    const paths = (await listProjectFiles(t.ctx, { projectId })).map((file) => file.path);
    const folders = paths.flatMap((path) => path.match(/^session_\w+\/iteration_1\/([^/]+)\//)?.[1] ?? []);
    expect([...new Set(folders)].toSorted()).toEqual([
      "1_thesis",
      "2_antithesis",
      "3_synthesis",
      "4_pre-mortem",
      "5_parenthesis",
      "6_paralysis",
    ]);

    const read = async (place: RegExp) => {
      const path = paths.find((one) => place.test(one)) ?? `nothing like ${place}`;
      return (await readProjectFile(t.ctx, { projectId, path })).text;
    };
    const written = await read(/4_pre-mortem\/rehearsal~2f\w+_1_pre~5fmortem\.md$/);
    expect(written).toContain("# Causes of failure");
    expect(written).toContain("community garden");
    expect(await read(/4_pre-mortem\/_work\/prompts\/.*_1_pre~5fmortem_prompt\.md$/)).toMatch(
      /Synthesis [AB] \[D\d+\]/,
    );
    expect(await read(/5_parenthesis\/_work\/prompts\/.*_prompt\.md$/)).toMatch(/kind="pre_mortem" label="pre mortem"/);
  });
});
