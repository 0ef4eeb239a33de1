import type { NewQuote, Overlay, Quote } from "@dialectic/contract";
import type { z } from "zod";
import { type ListedTerms, type ModelSettings, readLocalWindows, settingsFor, termsOf } from "#models";
import { AppError, type Tx } from "#platform";
import { latestDomain, latestProcess, mergeOverlays, type Process, processOfDomain } from "#recipes";
import type { SessionsCtx } from "../ctx.ts";
import { assertBrief } from "../state/assert-brief.ts";
import { chooseModels } from "../state/choose-models.ts";
import * as projects from "../state/project-list.store.ts";
import { quoteProcess } from "./quote-process.ts";

type Choice = Pick<z.output<typeof NewQuote>, "models" | "leadModel" | "maxOutputTokens" | "proposals"> & {
  continuations: number;
};

/** Computes what a session for a brief or a project would cost. Stores nothing. */
export async function createQuote(ctx: SessionsCtx, input: z.output<typeof NewQuote>): Promise<Quote> {
  const planned = await ctx.db.tx(async (db) => {
    const { brief, process, overlay } = await subjectOf(db, input);
    return { brief, overlay, process: await latestProcess(db, process) };
  });
  const { continuations = ctx.continuations } = input;
  const settings = await settingsFor(ctx.db, ctx.models);
  await readLocalWindows(settings, input.models);
  const terms = listTerms(input.models, settings);
  return quoteFor({ ...input, ...planned, continuations, terms });
}

/** The current terms of models from the catalogue. A model without a key is accepted, one without a price is not. */
export const listTerms = (models: readonly string[], settings: ModelSettings): ListedTerms[] =>
  models.map((model) => termsOf(model, settings));

/** Computes the quote without a database. */
export function quoteFor(
  input: Choice & { process: Process; brief: string; overlay: Overlay; terms: readonly ListedTerms[] },
): Quote {
  assertBrief(input.brief);
  chooseModels(input);
  return quoteProcess({
    process: input.process,
    brief: input.brief,
    overlay: input.overlay,
    terms: input.terms,
    leadModel: input.leadModel ?? null,
    maxOutputTokens: input.maxOutputTokens ?? null,
    continuations: input.continuations,
    proposals: input.proposals ?? 1,
  });
}

async function subjectOf(
  db: Tx,
  input: z.output<typeof NewQuote>,
): Promise<{ brief: string; process: string; overlay: Overlay }> {
  if (input.projectId === undefined) {
    const domain = await latestDomain(db, input.domain ?? "general");
    const process = await processOfDomain(db, domain, input.process);
    return { brief: input.brief ?? "", process, overlay: mergeOverlays(domain.overlay, input.overlay ?? {}) };
  }
  const project = await projects.findProject(db, input.projectId);
  if (!project)
    throw new AppError("not_found", `There is no project ${input.projectId}.`, { remedies: [{ do: "see-projects" }] });
  const domain = await latestDomain(db, project.domain);
  return {
    brief: project.brief,
    process: await processOfDomain(db, domain, input.process ?? project.process),
    overlay: mergeOverlays(domain.overlay, project.overlay, input.overlay ?? {}),
  };
}
