import type { NewSession, ProjectId, Session, SessionId } from "@dialectic/contract";
import type { z } from "zod";
import { requireModel, settingsFor } from "#models";
import { AppError, newId } from "#platform";
import { latestProcess } from "#recipes";
import { setBudget } from "#wallet";
import { chooseModels } from "./choose-models.ts";
import { quoteFor } from "./create-quote.ts";
import type { SessionsCtx } from "./ctx.ts";
import { startStage } from "./generate-stage.ts";
import * as projects from "./project.store.ts";
import { getSession } from "./read-session.ts";
import * as store from "./session.store.ts";
import { firstStage } from "./stage-of.ts";

/** Makes a session: one run of a process over the project with its models, frozen at the process's newest version, with its quote. */
export async function createSession(
  ctx: SessionsCtx,
  input: { projectId: ProjectId } & z.output<typeof NewSession>,
): Promise<Session> {
  const settings = await settingsFor(ctx.db, ctx.models);
  const { models, leadModel } = chooseModels(input);
  for (const model of models) requireModel(model, settings);
  const id = newId<SessionId>();
  const { project, process } = await ctx.db.tx(async (db) => {
    const found = await projects.findProject(db, input.projectId);
    if (!found)
      throw new AppError("not_found", `There is no project ${input.projectId}. "dialectic project list" shows yours.`);
    return { project: found, process: await latestProcess(db, input.process ?? found.process) };
  });
  const { brief } = project;
  const quote = quoteFor(
    { models, leadModel: input.leadModel, maxOutputTokens: input.maxOutputTokens, process, brief },
    settings,
  );
  await ctx.db.tx(async (db) => {
    await store.insertSession(db, {
      id,
      owner_id: ctx.db.userId,
      project_id: project.id,
      // The random end of the id: the beginning is the time, and sessions of one minute share it.
      short_id: id.replaceAll("-", "").slice(-8),
      process_template_id: process.id,
      models,
      lead_model: leadModel,
      lead_chosen: input.leadModel !== undefined,
      auto: input.auto,
      max_output_tokens: input.maxOutputTokens ?? null,
      current_stage: firstStage(process),
      quote,
    });
    if (input.start) await startStage(db, { sessionId: id, stage: firstStage(process) });
    // Last: jobs are locked before money.
    if (input.budget !== undefined) {
      await setBudget(db, { subject: { kind: "session", id }, cap: BigInt(input.budget) });
    }
  });
  return getSession(ctx, { sessionId: id });
}
