import type { StageRunId } from "@dialectic/contract";
import type { FrozenTerms, ModelSettings } from "#models";
import { AppError, type Tx, type UserDb } from "#platform";
import { findSession, findStageRun, type SessionRow, type StageRunRow } from "#projects";
import { loadProcess, type Process, type Stage } from "#recipes";
import { freezeMissing, frozenTerms } from "../state/session-terms.ts";
import { stageOf } from "./stage-of.ts";

/** Everything that a job of a stage needs: the run, its session, the process, and the frozen terms of the session's models. */
export type StageWork = {
  run: StageRunRow;
  session: SessionRow;
  process: Process;
  stage: Stage;
  /** The frozen terms, by model. */
  terms: ReadonlyMap<string, FrozenTerms>;
};

export async function loadStageWork(ctx: { db: UserDb; models: ModelSettings }, runId: StageRunId): Promise<StageWork> {
  const work = await ctx.db.tx((tx) => stageWork(tx, runId));
  const { session, terms } = work;
  if (session.models.every((model) => terms.has(model))) return work;
  const at = { sessionId: session.id, iteration: session.iteration };
  return { ...work, terms: await freezeMissing(ctx, at) };
}

/** Reads the work of a stage in the caller's transaction. Does not freeze terms that are missing. */
export async function stageWork(tx: Tx, runId: StageRunId): Promise<StageWork> {
  const run = await findStageRun(tx, runId);
  const session = run && (await findSession(tx, run.session_id));
  if (!run || !session) throw new AppError("not_found", `There is no stage run ${runId}, or it is not yours.`);
  const process = await loadProcess(tx, session.process_template_id);
  const { iteration } = run; // by now, the session may be in a later iteration
  const terms = await frozenTerms(tx, { sessionId: session.id, iteration });
  return { run, session: { ...session, iteration }, process, stage: stageOf(process, run.stage), terms };
}

/**
 * The frozen terms of a model. Throws if there are none, because the session was imported and the catalogue lacks the model.
 */
export function termsIn({ terms }: Pick<StageWork, "terms">, model: string): FrozenTerms {
  const found = terms.get(model);
  if (found) return found;
  throw new AppError(
    "unknown_model",
    `The model ${model} is not in this installation's catalogue, so its window and price are unknown.`,
    {
      details: { model },
      remedies: [{ do: "see-models" }],
    },
  );
}
