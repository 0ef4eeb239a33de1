import { type Database, sha256, type Tx } from "#platform";
import * as store from "./process.store.ts";
import type { ProcessFile } from "./process-file.ts";
import type { RecipeFile } from "./recipe-file.ts";
import { checkSeed, readSeedFiles, type SeedFiles } from "./seed-files.ts";

/** A version in the table, whether it was there or was added now. */
type Version = { id: string; sha256: string };
type Seeding = { db: Tx; added: string[] };

/**
 * Brings the tables up to what the seed files say. What changed becomes the next version, and so does everything
 * made of it (a prompt's recipes, a recipe's processes); rows that are there stay as they are.
 */
export async function seedProcesses(
  database: Database,
  files: SeedFiles = readSeedFiles(),
): Promise<{ added: string[]; warnings: string[] }> {
  const { prompts, recipes, processes, warnings } = checkSeed(files);
  return database.asOwner(async (db) => {
    await store.lockSeed(db);
    const seeding: Seeding = { db, added: [] };
    const promptVersions = new Map<string, Version>();
    for (const [key, body] of prompts) promptVersions.set(key, await seedPrompt(seeding, key, body));
    const recipeVersions = new Map<string, Version>();
    for (const recipe of recipes.values())
      recipeVersions.set(recipe.key, await seedRecipe(seeding, recipe, promptVersions));
    for (const process of processes) await seedProcess(seeding, process, recipeVersions);
    return { added: seeding.added, warnings };
  });
}

const seedPrompt = (seeding: Seeding, key: string, body: string): Promise<Version> =>
  addIfNew(seeding, { table: "prompt_templates", key, hash: sha256(body) }, (row) =>
    store.insertPrompt(seeding.db, { ...row, body }),
  );

function seedRecipe(seeding: Seeding, recipe: RecipeFile, prompts: ReadonlyMap<string, Version>): Promise<Version> {
  const keys = [...new Set([...recipe.instructions, ...recipe.steps.map((step) => step.prompt)])].sort();
  const used = keys.map((key) => [key, versionOf(prompts, key)] as const);
  const hash = sha256(JSON.stringify([recipe, used.map(([key, prompt]) => [key, prompt.sha256])]));
  return addIfNew(seeding, { table: "recipes", key: recipe.key, hash }, (row) =>
    store.insertRecipe(seeding.db, {
      ...row,
      definition: recipe,
      prompts: new Map(used.map(([key, prompt]) => [key, prompt.id])),
    }),
  );
}

function seedProcess(seeding: Seeding, process: ProcessFile, recipes: ReadonlyMap<string, Version>): Promise<Version> {
  const { db } = seeding;
  const { key, name, about, stages, transitions } = process;
  const used = stages.map((stage) => versionOf(recipes, stage.recipe).sha256);
  const hash = sha256(JSON.stringify([process, used]));
  return addIfNew(seeding, { table: "process_templates", key, hash }, async (row) => {
    const processId = await store.insertProcess(db, { ...row, name, about });
    for (const stage of stages) {
      await store.insertStage(db, { ...stage, processId, recipeId: versionOf(recipes, stage.recipe).id });
    }
    for (const { from, to } of transitions) await store.insertTransition(db, { processId, from: from ?? null, to });
    return processId;
  });
}

type NewRow = { key: string; version: number; sha256: string };

/** The newest version if it says the same, else a further one. */
async function addIfNew(
  { db, added }: Seeding,
  wanted: { table: "prompt_templates" | "recipes" | "process_templates"; key: string; hash: string },
  insert: (row: NewRow) => Promise<string>,
): Promise<Version> {
  const newest = await store.newestVersion(db, wanted.table, wanted.key);
  if (newest?.sha256 === wanted.hash) return newest;
  const version = (newest?.version ?? 0) + 1;
  const id = await insert({ key: wanted.key, version, sha256: wanted.hash });
  added.push(`${wanted.table}/${wanted.key} ${version}`);
  return { id, sha256: wanted.hash };
}

function versionOf(versions: ReadonlyMap<string, Version>, key: string): Version {
  const version = versions.get(key);
  if (!version) throw new Error(`${key} was checked and is gone.`);
  return version;
}
