import type { AppError, Database, Log } from "#platform";
import type { HeldJob } from "../kinds.ts";
import {
  anotherCanCall,
  forgetWorker,
  type JobModel,
  type Judgement,
  modelsToJudge,
  noteModels,
} from "./worker-models.store.ts";

/** Determines which models a worker can call. To the engine, a model is only a name. */
export type ModelJudge = {
  judge(models: readonly JobModel[]): Promise<Judgement[]>;
  /**
   * True if the provider refused this worker's configuration, such as its key. The model then counts as not callable until
   * the configuration changes.
   */
  wasRefused(model: JobModel, error: AppError): Promise<boolean>;
};

/**
 * The models that a worker of a shared database can call. The worker publishes the list and leases only jobs of these models.
 */
export type CallableModels = {
  /** Checks new models and models whose last check is too old. Does nothing if the last refresh was a moment ago. */
  refresh(): Promise<void>;
  /** Call it when a job names a model for the first time, so that the next refresh checks the model immediately. */
  expectNew(): void;
  /** True if an error is due to this worker's configuration; the job is then left to another worker. */
  isOwnTrouble(job: HeldJob, error: AppError): Promise<boolean>;
  forget(): Promise<void>;
};

type Its = { database: Database; log: Log; name: string; pollMs: number };

export function createCallableModels(its: Its, judge: ModelJudge): CallableModels {
  const { database, log, name: worker, pollMs } = its;
  // Configuration files and stored keys may change while a worker runs, so it checks each model every few seconds. Until it
  // notices a change, it may lease a job whose model it cannot call; it hands such a job back.
  const maxAgeMs = 5 * pollMs;
  const said = new Map<string, string | null>();
  const differing = new Set<string>();
  let nextLook = 0;

  async function look(models: readonly JobModel[]): Promise<Judgement[]> {
    const found = await judge.judge(models);
    const judgements = models.map((model, place) => ({ ...model, obstacle: null, terms: null, ...found[place] }));
    const note = { worker, judgements, validMs: 6 * maxAgeMs };
    const differ = await database.asSystem((db) => noteModels(db, note), { single: true });
    for (const judgement of judgements) tell(judgement);
    for (const model of differ) tellDiffering(model);
    return found;
  }

  function tell({ ownerId, model, obstacle }: JobModel & Judgement): void {
    const key = `${ownerId} ${model}`;
    const before = said.get(key) ?? null;
    said.set(key, obstacle);
    if (before === obstacle) return;
    if (obstacle === null) log.info("This worker can call the model again.", { worker, model });
    else log.warn("This worker cannot call a model and leases none of its jobs.", { worker, model, why: obstacle });
  }

  function tellDiffering(model: string): void {
    if (differing.has(model)) return;
    differing.add(model);
    const message =
      "Another worker has different prices or limits for a model. Sessions are charged by the terms they started with.";
    log.warn(message, { worker, model });
  }

  return {
    async refresh() {
      if (performance.now() < nextLook) return;
      nextLook = performance.now() + pollMs;
      const models = await database.asSystem((db) => modelsToJudge(db, { worker, maxAgeMs }), { single: true });
      if (models.length > 0) await look(models);
    },
    expectNew() {
      nextLook = 0;
    },
    async isOwnTrouble({ ownerId, model }, error) {
      if (model === null) return false;
      const wanted = { ownerId, model };
      const [now] = await look([wanted]);
      if (now && now.obstacle !== null) return true;
      if (!(await database.asSystem((db) => anotherCanCall(db, { worker, ...wanted }), { single: true }))) return false;
      if (!(await judge.wasRefused(wanted, error))) return false;
      await look([wanted]);
      return true;
    },
    async forget() {
      await database.asSystem((db) => forgetWorker(db, worker), { single: true });
    },
  };
}
