import { type NewSession, type ProjectId, parseDuration, type Session, type SessionId } from "@dialectic/contract";
import type { z } from "zod";
import { readLocalWindows, requireModel, settingsFor } from "#models";
import { AppError, newId } from "#platform";
import { insertSession } from "#projects";
import { latestDomain, latestProcess, mergeOverlays, processOfDomain } from "#recipes";
import { setBudget } from "#wallet";
import type { SessionsCtx } from "../ctx.ts";
import { listTerms, quoteFor } from "../quote/create-quote.ts";
import { startStage } from "../stages/generate-stage.ts";
import { firstStage } from "../stages/stage-of.ts";
import { chooseModels } from "./choose-models.ts";
import * as projects from "./project-list.store.ts";
import { getSession } from "./read-session.ts";
import { freezeTerms } from "./session-terms.ts";

/**
 * Asks local model servers for the actual context windows of these models. Called before the session's transaction, because
 * a transaction must not wait for such requests.
 */
export async function readWindowsFor(ctx: SessionsCtx, input: { models: readonly string[] }): Promise<void> {
  await readLocalWindows(await settingsFor(ctx.db, ctx.models), input.models);
}

/**
 * Creates a session: one run of a process over a project, with these models. Freezes the newest version of the process and
 * the terms of the models, and computes the quote from them.
 */
export async function createSession(
  ctx: SessionsCtx,
  input: { projectId: ProjectId } & z.output<typeof NewSession>,
): Promise<Session> {
  const settings = await settingsFor(ctx.db, ctx.models);
  const { models, leadModel } = chooseModels(input);
  for (const model of models) requireModel(model, settings);
  const terms = listTerms(models, settings);
  const id = newId<SessionId>();
  const { project, domain, process } = await ctx.db.tx(async (db) => {
    const found = await projects.findProject(db, input.projectId);
    if (!found)
      throw new AppError("not_found", `There is no project ${input.projectId}.`, {
        remedies: [{ do: "see-projects" }],
      });
    const domain = await latestDomain(db, found.domain);
    const wanted = await processOfDomain(db, domain, input.process ?? found.process);
    return { project: found, domain, process: await latestProcess(db, wanted) };
  });
  const { brief } = project;
  const overlay = mergeOverlays(domain.overlay, project.overlay, input.overlay ?? {});
  const { maxOutputTokens, continuations = ctx.continuations, proposals = 1, acceptFindings = false } = input;
  const chosen = { models, leadModel: input.leadModel, maxOutputTokens, continuations, proposals };
  const quote = quoteFor({ ...chosen, process, brief, overlay, terms });
  await ctx.db.tx(async (db) => {
    await insertSession(db, {
      id,
      owner_id: ctx.db.userId,
      project_id: project.id,
      // The end of the id is random, whereas its beginning is a time that sessions created in the same minute share.
      short_id: id.replaceAll("-", "").slice(-8),
      process_template_id: process.id,
      domain_id: domain.id,
      overlay,
      models,
      lead_model: leadModel,
      lead_chosen: input.leadModel !== undefined,
      auto: input.auto,
      max_output_tokens: maxOutputTokens ?? null,
      continuations,
      proposals,
      accept_findings: acceptFindings,
      retry_window_ms: input.retryWindow === undefined ? null : (parseDuration(input.retryWindow) ?? null),
      current_stage: firstStage(process),
      quote,
    });
    await freezeTerms(db, { sessionId: id, iteration: 1 }, terms);
    if (input.start) await startStage(db, { sessionId: id, stage: firstStage(process) });
    // The budget is set last, because jobs must be locked before the wallet.
    if (input.budget !== undefined) {
      await setBudget(db, { subject: { kind: "session", id }, cap: BigInt(input.budget) });
    }
  });
  return getSession(ctx, { sessionId: id });
}
