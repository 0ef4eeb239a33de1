import type { UserId } from "@dialectic/contract";
import { z } from "zod";
import { AppError, type Tx } from "#platform";
import * as store from "./process.store.ts";
import * as bundles from "./process-bundle.store.ts";
import { ProcessFile } from "./process-file.ts";
import { RecipeFile } from "./recipe-file.ts";
import { checkSeed } from "./seed-files.ts";

const version = z.int().min(1);
const hash = z.string().regex(/^[0-9a-f]{1,64}$/);
const PromptBundle = z.object({ key: z.string(), version, body: z.string(), sha256: hash });
const RecipeBundle = z.object({
  key: z.string(),
  version,
  sha256: hash,
  definition: RecipeFile,
  prompts: z.array(PromptBundle),
});

/** A version of a process with everything it is made of: what a session needs to go on in another database. */
export const ProcessBundle = z.object({
  key: z.string(),
  version,
  sha256: hash,
  name: z.string(),
  about: z.string(),
  iterateFrom: z.string().nullable().default(null),
  stages: z.array(ProcessFile.shape.stages.element.omit({ recipe: true }).extend({ recipe: RecipeBundle })),
  transitions: z.array(z.object({ from: z.string().nullable(), to: z.string() })),
});
export type ProcessBundle = z.infer<typeof ProcessBundle>;

export const readProcessBundle = async (db: Tx, id: string): Promise<ProcessBundle> =>
  ProcessBundle.parse(await bundles.selectBundle(db, id));

/**
 * The id of a process that is, by key, version and hash, the one in the bundle: a shipped one or one of the user's own, or
 * one that came along before, or one that is added now, for this user alone. It becomes nobody's newest version.
 */
export async function adoptProcess(db: Tx, bundle: ProcessBundle, owner: UserId): Promise<string> {
  const known = await bundles.findVersion(db, "process_templates", bundle);
  if (known) return known;
  assertSound(bundle);
  const recipes = new Map<string, string>();
  for (const { recipe } of bundle.stages) {
    if (!recipes.has(recipe.key)) recipes.set(recipe.key, await adoptRecipe(db, recipe, owner));
  }
  const id = await store.insertProcess(db, { ...bundle, key: bundles.keyAlong(bundle), owner });
  for (const { recipe, ...stage } of bundle.stages) {
    await store.insertStage(db, { ...stage, processId: id, recipeId: recipes.get(recipe.key) ?? "" });
  }
  for (const { from, to } of bundle.transitions) await store.insertTransition(db, { processId: id, from, to });
  return id;
}

async function adoptRecipe(db: Tx, recipe: z.infer<typeof RecipeBundle>, owner: UserId): Promise<string> {
  const known = await bundles.findVersion(db, "recipes", recipe);
  if (known) return known;
  const prompts = new Map<string, string>();
  for (const prompt of recipe.prompts) {
    const found = await bundles.findVersion(db, "prompt_templates", prompt);
    const id = found ?? (await store.insertPrompt(db, { ...prompt, key: bundles.keyAlong(prompt), owner }));
    prompts.set(prompt.key, id);
  }
  return store.insertRecipe(db, { ...recipe, key: bundles.keyAlong(recipe), owner, prompts });
}

/** By the rules of shipped files: what could not be shipped cannot be imported. */
function assertSound({ key, name, about, iterateFrom, stages, transitions }: ProcessBundle): void {
  try {
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
    throw new AppError("damaged_export", `The process ${key} in it cannot be used: ${error.message}`, { cause: error });
  }
}
