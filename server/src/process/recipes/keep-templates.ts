import type { UserId } from "@dialectic/contract";
import { sha256, type Tx } from "#platform";
import { insertDomain } from "./domain.store.ts";
import type { DomainFile } from "./domain-file.ts";
import * as store from "./process.store.ts";
import type { ProcessFile } from "./process-file.ts";
import { promptKeys, type RecipeFile } from "./recipe-file.ts";
import type { CheckedSeed } from "./seed-files.ts";

/** A version in the table, whether it was there or was added now. */
type Version = { id: string; sha256: string };

/** Whose a template is; null: everybody's. */
export type OwnerOf = (table: store.Versioned, key: string) => UserId | null;
type Keeping = { db: Tx; added: string[]; ownerOf: OwnerOf; newest: ReadonlyMap<string, store.VersionRow> };

/**
 * Brings the tables up to what the files say; returns what was added. What changed becomes the next version, and so does
 * everything made of it (a prompt's recipes, a recipe's processes); rows that are there stay as they are.
 */
export async function keepTemplates(db: Tx, files: CheckedSeed, ownerOf: OwnerOf): Promise<string[]> {
  // Nothing is kept twice below, so that what was there before is all that has to be known.
  const keeping: Keeping = { db, added: [], ownerOf, newest: await store.newestVersions(db) };
  const prompts = new Map<string, Version>();
  for (const [key, body] of files.prompts) prompts.set(key, await keepPrompt(keeping, key, body));
  const recipes = new Map<string, Version>();
  for (const recipe of files.recipes.values()) recipes.set(recipe.key, await keepRecipe(keeping, recipe, prompts));
  for (const process of files.processes) await keepProcess(keeping, process, recipes);
  for (const domain of files.domains) await keepDomain(keeping, domain);
  return keeping.added;
}

const keepPrompt = (keeping: Keeping, key: string, body: string): Promise<Version> =>
  addIfNew(keeping, { table: "prompt_templates", key, hash: sha256(body) }, (row) =>
    store.insertPrompt(keeping.db, { ...row, body }),
  );

function keepRecipe(keeping: Keeping, recipe: RecipeFile, prompts: ReadonlyMap<string, Version>): Promise<Version> {
  const used = promptKeys(recipe).map((key) => [key, versionOf(prompts, key)] as const);
  const hash = sha256(JSON.stringify([recipe, used.map(([key, prompt]) => [key, prompt.sha256])]));
  return addIfNew(keeping, { table: "recipes", key: recipe.key, hash }, (row) =>
    store.insertRecipe(keeping.db, {
      ...row,
      definition: recipe,
      prompts: new Map(used.map(([key, prompt]) => [key, prompt.id])),
    }),
  );
}

function keepProcess(keeping: Keeping, process: ProcessFile, recipes: ReadonlyMap<string, Version>): Promise<Version> {
  const { db } = keeping;
  const { key, name, about, stages, transitions, iterate_from: iterateFrom = null } = process;
  const used = stages.map((stage) => versionOf(recipes, stage.recipe).sha256);
  const hash = sha256(JSON.stringify([process, used]));
  return addIfNew(keeping, { table: "process_templates", key, hash }, async (row) => {
    const processId = await store.insertProcess(db, { ...row, name, about, iterateFrom });
    for (const stage of stages) {
      await store.insertStage(db, { ...stage, processId, recipeId: versionOf(recipes, stage.recipe).id });
    }
    for (const { from, to } of transitions) await store.insertTransition(db, { processId, from: from ?? null, to });
    return processId;
  });
}

/** What people call the rows of each table. */
const nouns: Record<store.Versioned, string> = {
  prompt_templates: "prompt",
  recipes: "recipe",
  process_templates: "process",
  domains: "domain",
};

/** The newest version if it says the same, else a further one. */
async function addIfNew(
  { added, ownerOf, newest: known }: Keeping,
  wanted: { table: store.Versioned; key: string; hash: string },
  insert: (row: store.NewVersion) => Promise<string>,
): Promise<Version> {
  const owner = ownerOf(wanted.table, wanted.key);
  const newest = known.get(store.nameOf({ ...wanted, owner }));
  if (newest?.sha256 === wanted.hash) return newest;
  const version = (newest?.version ?? 0) + 1;
  const id = await insert({ key: wanted.key, owner, version, sha256: wanted.hash });
  added.push(`${nouns[wanted.table]} ${wanted.key}, version ${version}`);
  return { id, sha256: wanted.hash };
}

function versionOf(versions: ReadonlyMap<string, Version>, key: string): Version {
  const version = versions.get(key);
  if (!version) throw new Error(`${key} was checked and is gone.`);
  return version;
}

function keepDomain(keeping: Keeping, domain: DomainFile): Promise<Version> {
  const hash = sha256(JSON.stringify(domain));
  return addIfNew(keeping, { table: "domains", key: domain.key, hash }, (row) =>
    insertDomain(keeping.db, { ...domain, ...row }),
  );
}
