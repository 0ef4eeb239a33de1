import type { ProcessInfo } from "@dialectic/contract";
import { AppError, createImmutableRowCache, type Tx, type UserDb } from "#platform";
import { stageGraph } from "./files/process-file.ts";
import { RecipeFile } from "./files/recipe-file.ts";
import { toRecipe } from "./files/to-recipe.ts";
import { graphLayers } from "./graph-layers.ts";
import * as store from "./process.store.ts";
import type { Process } from "./process.ts";

/** The newest version of every process, from which a person chooses. */
export async function listProcesses(ctx: { db: UserDb }): Promise<ProcessInfo[]> {
  return ctx.db.tx(async (db) => {
    const processes = await store.newestProcesses(db);
    const ids = processes.map(({ id }) => id);
    const [stages, transitions] = [await store.stagesOf(db, ids), await store.transitionsOf(db, ids)];
    return processes.map(({ id, key, version, name, about, own }) => ({
      key,
      version,
      name,
      about,
      stages: inOrder(id, stages, transitions).map((stage) => ({
        key: stage.key,
        name: stage.name,
        about: stage.about,
      })),
      own,
    }));
  });
}

/** The newest version of a process. New sessions use it. */
export async function latestProcess(db: Tx, key: string): Promise<Process> {
  const [row] = await store.newestProcesses(db, key);
  if (row) return processes.recall(db, row.id, () => readProcess(db, row));
  const known = (await store.newestProcesses(db)).map((process) => process.key).join(", ");
  throw new AppError("unknown_process", `There is no process "${key}". Available: ${known}.`);
}

/** Loads the version with which a session started. */
export function loadProcess(db: Tx, id: string): Promise<Process> {
  return processes.recall(db, id, async () => {
    const row = await store.findProcess(db, id);
    if (!row) throw new AppError("not_found", `There is no process with the id ${id}.`);
    return readProcess(db, row);
  });
}

/** Cached, because every job of a session needs its process, which takes four queries to read. A version never changes. */
const processes = createImmutableRowCache<Process>({ max: 100 });

async function readProcess(db: Tx, row: store.ProcessRow): Promise<Process> {
  const stages = inOrder(row.id, await store.stagesOf(db, [row.id]), await store.transitionsOf(db, [row.id]));
  const prompts = await store.promptsOf(
    db,
    stages.map((stage) => stage.recipe_id),
  );
  return {
    id: row.id,
    key: row.key,
    version: row.version,
    name: row.name,
    about: row.about,
    iterateFrom: row.iterate_from,
    stages: stages.map(({ key, name, about, convergence, recipe_id, recipe_version, definition }) => ({
      key,
      name,
      about,
      convergence,
      recipe: toRecipe({
        file: RecipeFile.parse(definition),
        version: recipe_version,
        prompts: new Map(prompts.filter((one) => one.recipe_id === recipe_id).map((one) => [one.key, one])),
      }),
    })),
  };
}

/** The stages of one process, in the order given by its transitions. */
function inOrder(
  processId: string,
  stages: readonly store.StageRow[],
  transitions: readonly store.TransitionRow[],
): store.StageRow[] {
  const own = stages.filter((stage) => stage.process_id === processId);
  const edges = transitions.filter((transition) => transition.process_id === processId);
  const keys = graphLayers(stageGraph(own, edges)).layers.flat();
  return keys.flatMap((key) => own.find((stage) => stage.key === key) ?? []);
}
