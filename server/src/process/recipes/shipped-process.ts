import { stageGraph } from "./files/process-file.ts";
import { shippedSeed } from "./files/seed-files.ts";
import { toRecipe } from "./files/to-recipe.ts";
import { graphLayers } from "./graph-layers.ts";
import type { Process } from "./process.ts";

/** Reads a process directly from its files, without a database. */
export function shippedProcess(key: string): Process {
  const seed = shippedSeed();
  const file = seed.processes.find((process) => process.key === key);
  if (!file) throw new Error(`No process ${key} is shipped.`);
  const prompts = new Map([...seed.prompts].map(([name, body]) => [name, { version: 1, body }]));
  const order = graphLayers(stageGraph(file.stages, file.transitions)).layers.flat();
  const stages = order.flatMap((stageKey) => file.stages.filter((stage) => stage.key === stageKey));
  return {
    id: `${key}-as-shipped`,
    key,
    version: 1,
    name: file.name,
    about: file.about,
    iterateFrom: file.iterate_from ?? null,
    stages: stages.map((stage) => {
      const recipe = seed.recipes.get(stage.recipe);
      if (!recipe) throw new Error(`No recipe ${stage.recipe} is shipped.`);
      return { ...stage, recipe: toRecipe({ file: recipe, version: 1, prompts }) };
    }),
  };
}
