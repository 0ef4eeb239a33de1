import { graphLayers } from "../graph-layers.ts";
import { invalidFile, type NamedText, pathText, readFileAs } from "./file-error.ts";
import { ProcessFile, stageGraph } from "./process-file.ts";
import type { RecipeFile } from "./recipe-file.ts";

type Refuse = (path: (string | number)[], what: string) => never;

/**
 * Parses a process file and checks it against the known recipes (by key): all stages must be reachable without a cycle, and
 * every step must find its inputs.
 */
export function parseProcess(file: NamedText & { recipes: ReadonlyMap<string, RecipeFile> }): ProcessFile {
  const process = readFileAs(ProcessFile, file);
  const refuse: Refuse = (path, what) => {
    throw invalidFile(file.name, path, what);
  };
  checkStages(process, file.recipes, refuse);
  checkTransitions(process, refuse);
  checkInputs(process, file.recipes, refuse);
  return process;
}

function checkStages(
  { stages, iterate_from }: ProcessFile,
  recipes: ReadonlyMap<string, RecipeFile>,
  refuse: Refuse,
): void {
  const keys = stages.map((stage) => stage.key);
  for (const [index, stage] of stages.entries()) {
    if (keys.indexOf(stage.key) < index) refuse(["stages", index, "key"], `there are two stages "${stage.key}".`);
    if (!recipes.has(stage.recipe)) refuse(["stages", index, "recipe"], `there is no recipe "${stage.recipe}".`);
  }
  if (iterate_from !== undefined && !keys.includes(iterate_from)) {
    refuse(["iterate_from"], `there is no stage "${iterate_from}".`);
  }
}

function checkTransitions({ stages, transitions }: ProcessFile, refuse: Refuse): void {
  const keys = stages.map((stage) => stage.key);
  const seen = new Set<string>();
  for (const [index, { from, to }] of transitions.entries()) {
    if (from !== undefined && !keys.includes(from))
      refuse(["transitions", index, "from"], `there is no stage "${from}".`);
    if (!keys.includes(to)) refuse(["transitions", index, "to"], `there is no stage "${to}".`);
    const edge = JSON.stringify([from, to]);
    if (seen.has(edge)) refuse(["transitions", index], "this transition is listed twice.");
    seen.add(edge);
  }
  const starts = transitions.flatMap(({ from, to }) => (from === undefined ? [to] : []));
  const [start, ...more] = starts;
  if (start === undefined) refuse(["transitions"], "none of them is the start (a transition without `from`).");
  if (more.length > 0) refuse(["transitions"], `there is more than one start: ${starts.join(", ")}.`);

  const unreachable = keys.filter((key) => !reachableFrom(start, transitions).has(key));
  if (unreachable.length > 0) refuse(["transitions"], `nothing leads from "${start}" to ${unreachable.join(", ")}.`);
  const { stuck } = graphLayers(stageGraph(stages, transitions));
  if (stuck.length > 0) refuse(["transitions"], `the stages ${stuck.join(", ")} form a cycle.`);
}

function reachableFrom(start: string, transitions: ProcessFile["transitions"]): Set<string> {
  const found = new Set([start]);
  for (const key of found) {
    for (const { from, to } of transitions) if (from === key) found.add(to); // iterating a set visits items that are added meanwhile
  }
  return found;
}

/** Checks that every input from another stage is written by an earlier stage. */
function checkInputs(process: ProcessFile, recipes: ReadonlyMap<string, RecipeFile>, refuse: Refuse): void {
  const order = graphLayers(stageGraph(process.stages, process.transitions)).layers.flat();
  const recipeOf = (key: string) => recipes.get(process.stages.find((stage) => stage.key === key)?.recipe ?? "");
  for (const [index, stage] of process.stages.entries()) {
    const before = order.slice(0, order.indexOf(stage.key));
    for (const [at, step] of (recipeOf(stage.key)?.steps ?? []).entries()) {
      for (const [place, input] of step.inputs.entries()) {
        const wrong = (field: string, what: string) =>
          refuse(
            ["stages", index, "recipe"],
            `${stage.recipe}: ${pathText(["steps", at, "inputs", place, field])}: ${what}`,
          );
        const source = input.stage ?? stage.key;
        if (source === stage.key) {
          if (input.stage !== undefined)
            wrong("stage", "omit it, because an input comes from the same stage by default.");
          if (input.own === false && stage.convergence === "per_model") {
            wrong(
              "own",
              "the models of this stage work in parallel, so a step can read only what its own model wrote.",
            );
          }
          continue;
        }
        if (!before.includes(source)) wrong("stage", `"${source}" does not come before "${stage.key}".`);
        const written = recipeOf(source)?.steps.map((other) => other.output) ?? [];
        if (!written.includes(input.type))
          wrong("type", `the stage "${source}" writes no "${input.type}", only ${written.join(", ")}.`);
      }
    }
  }
}
