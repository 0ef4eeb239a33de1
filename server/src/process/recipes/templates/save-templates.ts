import type { UserId } from "@dialectic/contract";
import { sha256, type Tx } from "#platform";
import { insertDomain } from "../domain.store.ts";
import type { DomainFile } from "../files/domain-file.ts";
import type { ProcessFile } from "../files/process-file.ts";
import { promptKeys, type RecipeFile } from "../files/recipe-file.ts";
import type { CheckedSeed } from "../files/seed-files.ts";
import * as store from "../process.store.ts";

/** A version that existed or was just added. */
type Version = { id: string; sha256: string };

/** Returns the owner of a template; null for a shipped one. */
export type OwnerOf = (table: store.Versioned, key: string) => UserId | null;
type Saving = { db: Tx; added: string[]; ownerOf: OwnerOf; newest: ReadonlyMap<string, store.VersionRow> };

/**
 * Updates the tables from the files and returns the added versions. A changed template gets a new version, and so does
 * everything that uses it: recipes that use a changed prompt, and processes that use a changed recipe. Existing rows never
 * change.
 */
export async function saveTemplates(db: Tx, files: CheckedSeed, ownerOf: OwnerOf): Promise<string[]> {
  // Reading once is enough, because each template is saved at most once below.
  const saving: Saving = { db, added: [], ownerOf, newest: await store.newestVersions(db) };
  const prompts = new Map<string, Version>();
  for (const [key, body] of files.prompts) prompts.set(key, await savePrompt(saving, key, body));
  const recipes = new Map<string, Version>();
  for (const recipe of files.recipes.values()) recipes.set(recipe.key, await saveRecipe(saving, recipe, prompts));
  for (const process of files.processes) await saveProcess(saving, process, recipes);
  for (const domain of files.domains) await saveDomain(saving, domain);
  return saving.added;
}

const savePrompt = (saving: Saving, key: string, body: string): Promise<Version> =>
  addIfNew(saving, { table: "prompt_templates", key, hash: sha256(body) }, (row) =>
    store.insertPrompt(saving.db, { ...row, body }),
  );

function saveRecipe(saving: Saving, recipe: RecipeFile, prompts: ReadonlyMap<string, Version>): Promise<Version> {
  const used = promptKeys(recipe).map((key) => [key, versionOf(prompts, key)] as const);
  const hash = sha256(JSON.stringify([recipe, used.map(([key, prompt]) => [key, prompt.sha256])]));
  return addIfNew(saving, { table: "recipes", key: recipe.key, hash }, (row) =>
    store.insertRecipe(saving.db, {
      ...row,
      definition: recipe,
      prompts: new Map(used.map(([key, prompt]) => [key, prompt.id])),
    }),
  );
}

function saveProcess(saving: Saving, process: ProcessFile, recipes: ReadonlyMap<string, Version>): Promise<Version> {
  const { db } = saving;
  const { key, name, about, stages, transitions, iterate_from: iterateFrom = null } = process;
  const used = stages.map((stage) => versionOf(recipes, stage.recipe).sha256);
  const hash = sha256(JSON.stringify([process, used]));
  return addIfNew(saving, { table: "process_templates", key, hash }, async (row) => {
    const processId = await store.insertProcess(db, { ...row, name, about, iterateFrom });
    for (const stage of stages) {
      await store.insertStage(db, { ...stage, processId, recipeId: versionOf(recipes, stage.recipe).id });
    }
    for (const { from, to } of transitions) await store.insertTransition(db, { processId, from: from ?? null, to });
    return processId;
  });
}

/** What a row of each table is called in messages. */
const nouns: Record<store.Versioned, string> = {
  prompt_templates: "prompt",
  recipes: "recipe",
  process_templates: "process",
  domains: "domain",
};

/** Returns the newest version if it has the same content; otherwise adds a version. */
async function addIfNew(
  { added, ownerOf, newest: known }: Saving,
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
  if (!version) throw new Error(`${key} was validated but is missing.`);
  return version;
}

function saveDomain(saving: Saving, domain: DomainFile): Promise<Version> {
  const hash = sha256(JSON.stringify(domain));
  return addIfNew(saving, { table: "domains", key: domain.key, hash }, (row) =>
    insertDomain(saving.db, { ...domain, ...row }),
  );
}
