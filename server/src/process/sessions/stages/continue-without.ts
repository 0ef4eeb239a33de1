import type { Session, SessionId } from "@dialectic/contract";
import { excludeModels } from "#jobs";
import { AppError, type Tx } from "#platform";
import { excludedKeys, excludeWork, findSession, type SessionRow, type StageRunRow, stageRunsOf } from "#projects";
import { loadProcess, type Process, simulate } from "#recipes";
import type { SessionsCtx } from "../ctx.ts";
import { getSession } from "../state/read-session.ts";
import { workOf } from "./progress.store.ts";
import { progressOf } from "./progress.ts";
import { stageOf } from "./stage-of.ts";

type Input = { sessionId: SessionId; stage: string; model?: string | undefined };
type Failed = { session: SessionRow; run: StageRunRow; process: Process; name: string };

/**
 * Lets a failed stage continue without the missing work of one model, or of every model that failed. What a model has
 * already written stays, and the model takes part in later stages. Throws if a later stage would lack a required input.
 * Calling it again does nothing.
 */
export async function continueWithout(ctx: SessionsCtx, input: Input): Promise<Session> {
  await ctx.db.tx(async (db) => {
    const failed = await findFailed(db, input);
    const { session, run } = failed;
    const rows = (await workOf(db, session)).filter((row) => row.stage === run.stage);
    const work = progressOf(run.expected, rows, run.status, run);
    const models = input.model ? [input.model] : modelsIn(work.filter(({ state }) => state === "failed"));
    const missing = work.filter(
      ({ model, state }) => models.includes(model) && state !== "done" && state !== "excluded",
    );
    if (missing.length === 0) {
      if (run.excluded.some(({ model }) => input.model === undefined || model === input.model)) return;
      throw new AppError(
        "conflict",
        `No document of ${input.model ?? "any model"} is missing in ${failed.name}, so there is nothing to leave out.`,
      );
    }
    if (run.status !== "failed") {
      throw new AppError(
        "conflict",
        `${failed.name} is ${run.status}: only a failed stage can continue without a model.`,
      );
    }
    await assertEnoughIsLeft(db, failed, missing);
    // Jobs are locked before the run and the session, which is also the order in which workers lock them.
    const hasContinued = await excludeModels(db, { rootId: run.root_job_id, models });
    if (!hasContinued) return;
    await excludeWork(
      db,
      run.id,
      missing.map(({ key, label, model, why }) => ({ key, label, model, why })),
    );
  });
  return getSession(ctx, { sessionId: input.sessionId });
}

const modelsIn = (work: readonly { model: string }[]): string[] => [...new Set(work.map(({ model }) => model))];

async function findFailed(db: Tx, { sessionId, stage: key, model }: Input): Promise<Failed> {
  const session = await findSession(db, sessionId);
  if (!session) {
    throw new AppError("not_found", `There is no session ${sessionId}.`, { remedies: [{ do: "see-sessions" }] });
  }
  if (model !== undefined && !session.models.includes(model)) {
    throw new AppError("invalid_input", `${model} is not a model of this session: ${session.models.join(", ")}.`);
  }
  const process = await loadProcess(db, session.process_template_id);
  const stage = stageOf(process, key);
  const run = (await stageRunsOf(db, session)).find((one) => one.stage === stage.key);
  if (!run) throw new AppError("stage_not_current", `${stage.name} has not been started.`);
  return { session, run, process, name: stage.name };
}

/** Throws unless at least one document of the stage remains and every later stage would find its required inputs. */
async function assertEnoughIsLeft(
  db: Tx,
  { session, run, process, name }: Failed,
  missing: readonly { key: string; model: string }[],
): Promise<void> {
  const without = await excludedKeys(db, session);
  for (const { key } of missing) without.add(`${run.stage}/${key}`);
  const who = modelsIn(missing).join(" and ");
  const isLeft = run.expected.some(({ key, intermediate }) => !intermediate && !without.has(`${run.stage}/${key}`));
  if (!isLeft) {
    throw new AppError("missing_input", `${name} cannot continue without ${who}: no document would be left. Retry it.`);
  }
  try {
    simulate(process, session.models, session.lead_model, session.proposals, without);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("missing_input", `${name} cannot continue without ${who}: ${error.message}`, { cause: error });
  }
}
