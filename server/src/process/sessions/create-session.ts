import type { NewSession, ProjectId, Session, SessionId } from "@dialectic/contract";
import type { z } from "zod";
import { type ModelSettings, requireModel, settingsFor } from "#models";
import { AppError, newId } from "#platform";
import { latestProcess } from "#recipes";
import { setBudget } from "#wallet";
import type { SessionsCtx } from "./ctx.ts";
import { startStage } from "./generate-stage.ts";
import * as projects from "./project.store.ts";
import { getSession } from "./read-session.ts";
import * as store from "./session.store.ts";
import { firstStage } from "./stage-of.ts";

/** Makes a session: one run of a process over the project with its models, frozen at the process's newest version. */
export async function createSession(
  ctx: SessionsCtx,
  input: { projectId: ProjectId } & z.output<typeof NewSession>,
): Promise<Session> {
  const models = chosenModels(input.models, await settingsFor(ctx.db, ctx.models));
  const lead = input.leadModel ?? models[0] ?? "";
  if (!models.includes(lead)) {
    throw new AppError(
      "invalid_input",
      `The lead model ${lead} is not among the session's models: ${models.join(", ")}.`,
    );
  }
  const id = newId<SessionId>();
  await ctx.db.tx(async (db) => {
    const project = await projects.findProject(db, input.projectId);
    if (!project)
      throw new AppError("not_found", `There is no project ${input.projectId}. "dialectic project list" shows yours.`);
    const process = await latestProcess(db, input.process ?? project.process);
    await store.insertSession(db, {
      id,
      owner_id: ctx.db.userId,
      project_id: project.id,
      // The random end of the id: the beginning is the time, and sessions of one minute share it.
      short_id: id.replaceAll("-", "").slice(-8),
      process_template_id: process.id,
      models,
      lead_model: lead,
      auto: input.auto,
      max_output_tokens: input.maxOutputTokens ?? null,
      current_stage: firstStage(process),
    });
    if (input.start) await startStage(db, { sessionId: id, stage: firstStage(process) });
    // Last: jobs are locked before money.
    if (input.budget !== undefined) {
      await setBudget(db, { subject: { kind: "session", id }, cap: BigInt(input.budget) });
    }
  });
  return getSession(ctx, { sessionId: id });
}

function chosenModels(models: readonly string[], settings: ModelSettings): string[] {
  const twice = models.find((model, index) => models.indexOf(model) !== index);
  if (twice)
    throw new AppError("invalid_input", `The model ${twice} is listed twice. Each model proposes once; list it once.`);
  return models.map((model) => requireModel(model, settings).id);
}
