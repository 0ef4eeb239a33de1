import { checkTemplate, taskPlaceholders } from "#prompts";
import { ancestorsOf, graphLayers } from "../graph-layers.ts";
import { strategyOf } from "../planners/strategies.ts";
import { invalidFile, type NamedText, readFileAs } from "./file-error.ts";
import { artifactKey, combiningPrompts, RecipeFile, stepGraph } from "./recipe-file.ts";

type Refuse = (path: (string | number)[], what: string) => never;

/**
 * Parses a recipe file and checks it against the known prompts (by key). Its inputs from other stages are checked by
 * `parseProcess`.
 */
export function parseRecipe(file: NamedText & { prompts: ReadonlyMap<string, string> }): {
  recipe: RecipeFile;
  warnings: string[];
} {
  const recipe = readFileAs(RecipeFile, file);
  const refuse: Refuse = (path, what) => {
    throw invalidFile(file.name, path, what);
  };
  checkSteps(recipe, refuse);
  checkPrompts(recipe, file.prompts, refuse);
  checkInputs(recipe, refuse);
  checkArtifacts(recipe, refuse);
  const warnings = recipe.steps.flatMap(({ strategy, key }) => strategyOf(strategy, key).warning ?? []);
  return { recipe, warnings: warnings.map((warning) => `${file.name}: ${warning}`) };
}

function checkSteps(recipe: RecipeFile, refuse: Refuse): void {
  const keys = recipe.steps.map((step) => step.key);
  for (const [index, step] of recipe.steps.entries()) {
    if (keys.indexOf(step.key) < index) refuse(["steps", index, "key"], `there are two steps "${step.key}".`);
    for (const [place, before] of (step.after ?? []).entries()) {
      if (!keys.includes(before)) refuse(["steps", index, "after", place], `there is no step "${before}".`);
    }
    if (typeof step.on_child_failure === "object" && step.on_child_failure.quorum < 1) {
      refuse(["steps", index, "on_child_failure"], "a quorum is at least 1.");
    }
  }
  const { layers, stuck } = graphLayers(stepGraph(recipe));
  const first = recipe.steps.findIndex((step) => stuck.includes(step.key));
  if (first >= 0) refuse(["steps", first, "after"], `the steps ${stuck.join(", ")} depend on each other in a cycle.`);
  // All steps of a wave must have the same failure policy, because their jobs have the same parent.
  for (const layer of layers) {
    const policies = new Set(
      layer.map((key) => JSON.stringify(recipe.steps.find((step) => step.key === key)?.on_child_failure)),
    );
    const index = recipe.steps.findIndex((step) => step.key === layer.at(-1));
    if (policies.size > 1)
      refuse(
        ["steps", index, "on_child_failure"],
        `steps that run together (${layer.join(", ")}) must have the same value.`,
      );
  }
}

function checkPrompts(recipe: RecipeFile, prompts: ReadonlyMap<string, string>, refuse: Refuse): void {
  const check = (key: string, path: (string | number)[], known: readonly string[]) => {
    const body = prompts.get(key) ?? refuse(path, `there is no prompt "${key}".`);
    checkTemplate({ key, body, known });
  };
  // Instructions have the same bytes for every call of a stage, so they may not contain placeholders.
  for (const [index, key] of recipe.instructions.entries()) check(key, ["instructions", index], []);
  for (const [index, { prompt }] of recipe.steps.entries()) check(prompt, ["steps", index, "prompt"], taskPlaceholders);
}

/** Checks the prompts for combining. Missing ones are accepted, because processes from earlier versions do not have them. */
export function checkCombining(prompts: ReadonlyMap<string, string>): void {
  const { instructions, prompt } = combiningPrompts;
  for (const key of instructions) checkTemplate({ key, body: prompts.get(key) ?? "", known: [] });
  checkTemplate({ key: prompt, body: prompts.get(prompt) ?? "", known: taskPlaceholders });
}

function checkInputs(recipe: RecipeFile, refuse: Refuse): void {
  const graph = stepGraph(recipe);
  for (const [index, step] of recipe.steps.entries()) {
    const types = step.inputs.map((input) => input.type);
    const earlier = ancestorsOf(step.key, graph);
    const written = recipe.steps.filter((other) => earlier.has(other.key)).map((other) => other.output);
    for (const [place, { type, stage }] of step.inputs.entries()) {
      const path = ["steps", index, "inputs", place, "type"];
      if (types.indexOf(type) < place) refuse(path, `the step takes "${type}" twice.`);
      if (stage === undefined && !written.includes(type)) {
        refuse(path, `no step before "${step.key}" writes "${type}"; name the stage it comes from.`);
      }
    }
    if (step.strategy === "pairwise_by_origin" && step.inputs.length < 2) {
      refuse(
        ["steps", index, "inputs"],
        "pairwise_by_origin needs two inputs: the origin first, then the documents about it.",
      );
    }
    if (step.strategy === "per_source_group" && step.inputs.length === 0) {
      refuse(["steps", index, "inputs"], "per_source_group needs an input to group.");
    }
  }
}

function checkArtifacts(recipe: RecipeFile, refuse: Refuse): void {
  for (const [index, step] of recipe.steps.entries()) {
    const keys = step.artifacts.map((artifact) => artifactKey(artifact.title));
    for (const [place, key] of keys.entries()) {
      const path = ["steps", index, "artifacts", place, "title"];
      if (keys.indexOf(key) < place) refuse(path, `there are two artifacts "${key}".`);
    }
  }
}
