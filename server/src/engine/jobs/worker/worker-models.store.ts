import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { singleRow, type Tx } from "#platform";
import { json } from "../jobs.store.ts";

/** A model that an owner's jobs name. */
export type JobModel = { ownerId: UserId; model: string };

/**
 * A worker's result for a model: why the worker cannot call the model (null if it can), and a digest of the worker's own
 * terms (null if its catalogue does not have the model).
 */
export type Judgement = { obstacle: string | null; terms: string | null };

export async function modelsToJudge(db: Tx, input: { worker: string; maxAgeMs: number }): Promise<JobModel[]> {
  const { rows } = await sql<JobModel>`
    select owner_id as "ownerId", model from models_to_judge(${input.worker}, ${Math.ceil(input.maxAgeMs)}::int)`.execute(
    db,
  );
  return rows;
}

/** Saves a worker's judgements. Returns the models for which another living worker has different terms. */
export async function noteModels(
  db: Tx,
  input: { worker: string; judgements: readonly (JobModel & Judgement)[]; validMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    select model from note_models(${input.worker}, ${json(input.judgements)}, ${Math.ceil(input.validMs)}::int) as model`.execute(
    db,
  );
  return rows.map(({ model }) => model);
}

export const forgetWorker = (db: Tx, worker: string) => sql`select forget_worker(${worker})`.execute(db);

/** True if another living worker can call the model. */
export async function anotherCanCall(db: Tx, input: JobModel & { worker: string }): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select another_can_call(${input.worker}, ${input.ownerId}, ${input.model}) as can`.execute(db);
  return singleRow(rows).can;
}

export type WorkerTrouble = { worker: string; model: string; obstacle: string };

/** The models that living workers reported as not callable for the acting user. */
export async function listWorkerTroubles(db: Tx): Promise<WorkerTrouble[]> {
  const { rows } = await sql<WorkerTrouble>`
    select worker, model, obstacle from worker_models
    where obstacle is not null and valid_until > clock_timestamp()
    order by model, worker`.execute(db);
  return rows;
}

/** The models for which living workers have different terms. */
export async function listDifferingTerms(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    select model from worker_models
    where terms is not null and valid_until > clock_timestamp()
    group by model
    having count(distinct terms) > 1
    order by model`.execute(db);
  return rows.map(({ model }) => model);
}
