import { readdirSync, readFileSync } from "node:fs";
import { assertNoTransaction } from "#platform";
import { type DomainFile, parseDomain } from "./domain-file.ts";
import type { NamedText } from "./file-error.ts";
import { parseProcess } from "./parse-process.ts";
import { checkCombining, parseRecipe } from "./parse-recipe.ts";
import type { ProcessFile } from "./process-file.ts";
import type { RecipeFile } from "./recipe-file.ts";

/** The files of the seed folder. The keys of the prompts are their file names. */
export type SeedFiles = {
  prompts: ReadonlyMap<string, string>;
  recipes: NamedText[];
  processes: NamedText[];
  domains: NamedText[];
};

export type CheckedSeed = {
  prompts: ReadonlyMap<string, string>;
  recipes: ReadonlyMap<string, RecipeFile>;
  processes: ProcessFile[];
  domains: DomainFile[];
  warnings: string[];
};

const folder = new URL("../../../../seed/", import.meta.url);

export function readSeedFiles(): SeedFiles {
  assertNoTransaction("Reading the seed files");
  const read = (kind: string, ending: string): NamedText[] =>
    readdirSync(new URL(`${kind}/`, folder))
      .filter((file) => file.endsWith(ending))
      .sort()
      .map((file) => ({ name: `${kind}/${file}`, text: readFileSync(new URL(`${kind}/${file}`, folder), "utf8") }));
  const prompts = read("prompts", ".md").map(
    ({ name, text }) => [name.slice("prompts/".length, -3), text.trim()] as const,
  );
  return {
    prompts: new Map(prompts),
    recipes: read("recipes", ".yaml"),
    processes: read("processes", ".yaml"),
    domains: read("domains", ".yaml"),
  };
}

let shipped: CheckedSeed | undefined;

/** The shipped templates. They are read and validated once, because the files do not change while the program runs. */
export function shippedSeed(): CheckedSeed {
  shipped ??= checkSeed(readSeedFiles());
  return shipped;
}

/** Throws if any file is invalid, so that none of the files is used. */
export function checkSeed({ prompts, recipes, processes, domains }: SeedFiles): CheckedSeed {
  checkCombining(prompts);
  const parsed = recipes.map((file) => parseRecipe({ ...file, prompts }));
  const byKey = new Map(parsed.map(({ recipe }) => [recipe.key, recipe]));
  const checked = processes.map((file) => parseProcess({ ...file, recipes: byKey }));
  return {
    prompts,
    recipes: byKey,
    processes: checked,
    domains: domains.map((file) => parseDomain({ ...file, processes: checked })),
    warnings: parsed.flatMap(({ warnings }) => warnings),
  };
}
