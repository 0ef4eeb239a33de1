import type { UserId } from "@dialectic/contract";
import { z } from "zod";
import { AppError, type Tx } from "#platform";
import { ProcessFile } from "../files/process-file.ts";
import { RecipeFile } from "../files/recipe-file.ts";
import { checkSeed } from "../files/seed-files.ts";
import * as store from "../process.store.ts";
import * as bundles from "./process-bundle.store.ts";

/** The same limits as in the API: for the format of keys, the length of texts, and the size of processes. */
const key = z
  .string()
  .max(200)
  .regex(/^[a-z][a-z0-9-]*$/, "must be lower-case letters, digits and hyphens");
const version = z.int().min(1).max(1_000_000);
const hash = z.string().regex(/^[0-9a-f]{1,64}$/);
const storable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
const words = (longest: number) => z.string().max(longest).refine(storable, "must not contain NUL or half a character");

const PromptBundle = z.object({ key, version, body: words(200_000), sha256: hash });
const RecipeBundle = z.object({
  key,
  version,
  sha256: hash,
  definition: RecipeFile,
  prompts: z.array(PromptBundle).max(200),
});
type RecipeBundle = z.infer<typeof RecipeBundle>;

const StageBundle = ProcessFile.shape.stages.element.omit({ recipe: true }).extend({ recipe: RecipeBundle });

/** A version of a process and everything it uses, so that a session can continue in another database. */
export const ProcessBundle = z.object({
  key,
  version,
  sha256: hash,
  name: words(200_000),
  about: words(200_000),
  iterateFrom: z.string().nullable().default(null),
  stages: z.array(StageBundle).max(200),
  transitions: z.array(z.object({ from: z.string().nullable(), to: z.string() })).max(1_000),
});
export type ProcessBundle = z.infer<typeof ProcessBundle>;

export const readProcessBundle = async (db: Tx, id: string): Promise<ProcessBundle> =>
  ProcessBundle.parse(await bundles.selectBundle(db, id));

/**
 * Returns the id of a process with exactly the bundle's content: a shipped process, one of the user's own, or one that was
 * imported before. If there is none, adds one that only this user can see and that is never the newest version. The hash in
 * the bundle serves only to find candidates; then the contents are compared, because a forged bundle could state any hash.
 */
export async function importProcess(db: Tx, bundle: ProcessBundle, owner: UserId): Promise<string> {
  for (const id of await bundles.findVersions(db, "process_templates", bundle)) {
    if (contentOf(await readProcessBundle(db, id)) === contentOf(bundle)) return id;
  }
  assertValid(bundle);
  const recipes = new Map<string, string>();
  for (const { recipe } of bundle.stages) {
    if (!recipes.has(recipe.key)) recipes.set(recipe.key, await importRecipe(db, recipe, owner));
  }
  const id = await store.insertProcess(db, { ...bundle, key: bundles.importedKey(bundle, contentOf(bundle)), owner });
  for (const { recipe, ...stage } of bundle.stages) {
    await store.insertStage(db, { ...stage, processId: id, recipeId: recipes.get(recipe.key) ?? "" });
  }
  for (const { from, to } of bundle.transitions) await store.insertTransition(db, { processId: id, from, to });
  return id;
}

async function importRecipe(db: Tx, recipe: RecipeBundle, owner: UserId): Promise<string> {
  for (const id of await bundles.findVersions(db, "recipes", recipe)) {
    if (contentOf(RecipeBundle.parse(await bundles.selectRecipe(db, id))) === contentOf(recipe)) return id;
  }
  const prompts = new Map<string, string>();
  for (const prompt of recipe.prompts) prompts.set(prompt.key, await importPrompt(db, prompt, owner));
  return store.insertRecipe(db, { ...recipe, key: bundles.importedKey(recipe, contentOf(recipe)), owner, prompts });
}

async function importPrompt(db: Tx, prompt: z.infer<typeof PromptBundle>, owner: UserId): Promise<string> {
  const known = await bundles.findPrompt(db, prompt);
  return known ?? store.insertPrompt(db, { ...prompt, key: bundles.importedKey(prompt, prompt.body), owner });
}

/** Bundles with the same content give the same text, because zod orders keys as in the schema, and lists are sorted. */
const contentOf = (bundle: ProcessBundle | RecipeBundle): string => JSON.stringify(bundle);

/** Applies the rules for shipped files. */
function assertValid({ key, name, about, iterateFrom, stages, transitions }: ProcessBundle): void {
  try {
    assertUniqueTemplates(stages.map(({ recipe }) => recipe));
    checkSeed({
      prompts: new Map(stages.flatMap(({ recipe }) => recipe.prompts.map((prompt) => [prompt.key, prompt.body]))),
      recipes: stages.map(({ recipe }) => ({ name: recipe.key, text: JSON.stringify(recipe.definition) })),
      domains: [],
      processes: [
        {
          name: key,
          text: JSON.stringify({
            ...{ key, name, about },
            ...(iterateFrom !== null && { iterate_from: iterateFrom }),
            stages: stages.map((stage) => ({ ...stage, recipe: stage.recipe.key })),
            transitions: transitions.map(({ from, to }) => ({ ...(from !== null && { from }), to })),
          }),
        },
      ],
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("damaged_export", `The process ${key} in this file cannot be used: ${error.message}`, {
      cause: error,
    });
  }
}

/**
 * Throws if two templates have the same key. Templates are validated by key, so the second would be used without validation.
 */
function assertUniqueTemplates(recipes: readonly RecipeBundle[]): void {
  const seen = new Map<string, string>();
  const named = recipes.flatMap((recipe) => [
    [`recipe ${recipe.key}`, contentOf(recipe)],
    ...recipe.prompts.map(({ key, body }) => [`prompt ${key}`, body]),
  ]);
  for (const [name = "", content = ""] of named) {
    if ((seen.get(name) ?? content) !== content) throw new AppError("invalid_recipe", `it contains the ${name} twice.`);
    seen.set(name, content);
  }
  const renamed = recipes.find(({ key, definition }) => key !== definition.key);
  if (renamed)
    throw new AppError(
      "invalid_recipe",
      `the definition of its recipe ${renamed.key} has the key ${renamed.definition.key}.`,
    );
}
