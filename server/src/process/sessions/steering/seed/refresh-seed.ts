import { enqueue } from "#jobs";
import type { Tx } from "#platform";
import { type SessionRow, stageRunsOf } from "#projects";
import { loadProcess } from "#recipes";
import { stageOf } from "../../stages/stage-of.ts";
import { buildSeedPrompt } from "./build-seed-prompt.ts";
import * as store from "./seed-prompt.store.ts";

/**
 * Builds the seed prompt of the next stage, and stores it if it differs from the stored one. Called under the session's lock
 * after every change to the stage's inputs. Once the stage has started, its seed prompt no longer changes.
 */
export async function refreshSeed(db: Tx, session: SessionRow): Promise<void> {
  const at = { session_id: session.id, iteration: session.iteration, stage: session.current_stage };
  if ((await stageRunsOf(db, session)).some((run) => run.stage === at.stage)) return;
  const process = await loadProcess(db, session.process_template_id);
  const text = await buildSeedPrompt(db, { session, process, stage: stageOf(process, at.stage) });
  const before = await store.newestSeed(db, at);
  if (before?.text === text) return;
  const version = (before?.version ?? 0) + 1;
  await store.insertSeed(db, { ...at, owner_id: session.owner_id, project_id: session.project_id, version, text });
  await enqueue(db, {
    kind: "render",
    projectId: session.project_id,
    sessionId: session.id,
    iteration: at.iteration,
    stage: at.stage,
    label: `Render the seed prompt of ${at.stage}`,
    payload: { projectId: session.project_id },
    idempotencyKey: `render:seed:${session.id}:${at.iteration}:${at.stage}:${version}`,
  });
}
