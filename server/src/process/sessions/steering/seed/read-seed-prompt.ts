import type { SeedPrompt, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { findSession, newestRun, seedPromptOf } from "#projects";
import { loadProcess } from "#recipes";
import type { SessionsCtx } from "../../ctx.ts";
import { stageOf } from "../../stages/stage-of.ts";
import { buildSeedPrompt } from "./build-seed-prompt.ts";
import { newestSeed } from "./seed-prompt.store.ts";

/** The seed prompt of a stage: as it was when the stage started or, if the stage comes next, as it would be now. */
export async function readSeedPrompt(
  ctx: SessionsCtx,
  input: { sessionId: SessionId; stage: string },
): Promise<SeedPrompt> {
  return ctx.db.tx(async (db) => {
    const session = await findSession(db, input.sessionId);
    if (!session) {
      throw new AppError("not_found", `There is no session ${input.sessionId}.`, {
        remedies: [{ do: "see-sessions" }],
      });
    }
    const process = await loadProcess(db, session.process_template_id);
    const stage = stageOf(process, input.stage);
    const { id: sessionId } = session;
    const run = await newestRun(db, session, stage.key);
    const keptIn = (iteration: number) => newestSeed(db, { session_id: sessionId, iteration, stage: stage.key });
    const isToCome = session.current_stage === stage.key || (await keptIn(session.iteration)) !== undefined;
    const iteration = run && !isToCome ? run.iteration : session.iteration;
    const kept = await keptIn(iteration);
    const at = { sessionId, iteration, stage: stage.key, version: kept?.version ?? 1 };
    if (run?.iteration === iteration)
      return { ...at, text: await seedPromptOf(db, run.id), frozen: true, builtAt: run.started_at.toISOString() };
    if (kept) return { ...at, text: kept.text, frozen: false, builtAt: kept.built_at.toISOString() };
    if (session.current_stage !== stage.key) {
      throw new AppError(
        "stage_not_current",
        `${stage.name} has not been reached. Its seed prompt is built when the stage before it is submitted.`,
      );
    }
    // The seed prompt of the first stage depends only on the brief, which never changes, so it is built on request.
    const text = await buildSeedPrompt(db, { session, process, stage });
    return { ...at, text, frozen: false, builtAt: session.created_at.toISOString() };
  });
}
