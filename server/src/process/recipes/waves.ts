import { graphLayers } from "./graph-layers.ts";
import type { Recipe, RecipeStep } from "./process.ts";

/**
 * The steps by wave: steps of one wave do not depend on each other. The current step of a `plan` job is a wave's index.
 */
export function waves(recipe: Recipe): RecipeStep[][] {
  const byKey = new Map(recipe.steps.map((step) => [step.key, step]));
  return graphLayers(recipe.steps).layers.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
}
