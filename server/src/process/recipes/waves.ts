import { graphLayers } from "./graph-layers.ts";
import type { Recipe, RecipeStep } from "./process.ts";

/**
 * The steps, grouped by wave: the steps of one wave do not depend on each other. A `plan` job's `currentStep` is the index
 * of a wave.
 */
export function waves(recipe: Recipe): RecipeStep[][] {
  const byKey = new Map(recipe.steps.map((step) => [step.key, step]));
  return graphLayers(recipe.steps).layers.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
}
