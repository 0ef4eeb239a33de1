import { ParseRunId } from "@dialectic/contract";
import { z } from "zod";
import { type CallTools, callModel, outcomeOf } from "#calls";
import { type FitTools, fitPrompt } from "#context";
import { defineJobKind, type JobCtx, type JobKindDefinition } from "#jobs";
import { resolveModel } from "#models";
import { AppError, crashPoint, type Tx } from "#platform";
import { factsOfProject } from "../facts/facts.store.ts";
import { type OnFactsChanged, openChange } from "../facts/open-change.ts";
import { findLedger, ownKeys } from "../ledger.store.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import { type BundleRow, findBundle } from "../turns/bundles.store.ts";
import { ExtractorAnswer, extractorPrompt } from "./extractor-prompt.ts";
import { assertUnread, recordReading } from "./record-reading.ts";
import * as store from "./runs.store.ts";

/** Five hundred operations are more than this; a turn that states so much is split when it is made. */
const maxAnswerTokens = 8_000;

export type ParseTools = CallTools & Pick<FitTools, "embedder"> & { onFactsChanged?: OnFactsChanged | undefined };

/**
 * Reads facts out of one bundle: one structured call. What it answered, the facts, and what it cost are committed with the job's
 * new status; the run follows the job. The bundle is never shortened: one that does not fit the model's window fails the run.
 */
export const parseJob = (tools: ParseTools): JobKindDefinition =>
  defineJobKind({
    kind: "parse",
    payload: z.object({ runId: ParseRunId }),
    async run(ctx, job) {
      const { run, bundle, prompt } = await ctx.db.tx((db) => loadRun(db, job.payload.runId));
      if (run.raw !== null && run.stats !== null) return { type: "done" };
      crashPoint("prompt built");
      const model = await resolveModel({ db: ctx.db, models: tools.models }, run.model ?? "");
      const scope = { projectId: run.project_id, sessionId: bundle.session_id };
      const fitted = await fitPrompt(ctx, tools, {
        ...scope,
        ingredients: {
          systemInstruction: prompt.instructions,
          preamble: "",
          conversationHistory: [],
          resourceDocuments: [],
          currentUserPrompt: prompt.message,
        },
        model: model.terms,
        maxOutputTokens: Math.min(maxAnswerTokens, model.terms.maxOutputTokens),
        schema: ExtractorAnswer,
        purpose: "ledger/parse",
        chainId: job.chainId,
        payer: { jobId: job.id },
      });
      if (!fitted.ok) return outcomeOf(fitted);
      const called = await callModel(
        { ...tools, ...ctx },
        {
          model,
          prompt: { instructions: fitted.instructions, messages: fitted.messages },
          maxOutputTokens: fitted.maxOutputTokens,
          schema: ExtractorAnswer,
          key: job.id,
          job,
          scope: { ...scope, chainId: job.chainId },
          continuations: 0,
        },
      ).catch((error: unknown) => keepUnreadable(ctx, run.id, error));
      if (!called.ok) return outcomeOf(called);
      const { answer, charge } = called;
      return {
        type: "done",
        async write(db) {
          const change = await openChange(db, { projectId: run.project_id, onFactsChanged: tools.onFactsChanged });
          await assertUnread(change, bundle, run.forced);
          await recordReading(change, { bundle, runId: run.id, output: answer.object, raw: answer.text });
          await change.finish();
        },
        beforeCommit: charge.settle,
      };
    },
  });

async function loadRun(db: Tx, runId: ParseRunId) {
  const run = await store.findRun(db, runId);
  const bundle = run && (await findBundle(db, run.bundle_id));
  const ledger = run && (await findLedger(db, run.project_id));
  if (!run || !bundle || !ledger)
    throw new AppError("not_found", `The parse run ${runId} is gone, or no longer yours.`);
  const registry = registryFor(ledger.domain, await ownKeys(db, run.project_id));
  const accepted = await factsOfProject(db, { projectId: run.project_id, statuses: ["accepted"], limit: 1000 });
  return { run, bundle: bundle satisfies BundleRow, prompt: extractorPrompt({ bundle, registry, accepted }) };
}

/** An answer that is no JSON is kept with the run before the attempt fails: a person can see what came. */
async function keepUnreadable(ctx: JobCtx, runId: ParseRunId, error: unknown): Promise<never> {
  const text = error instanceof AppError && z.object({ text: z.string() }).safeParse(error.details).data?.text;
  if (text) await ctx.tx((db) => store.keepRaw(db, { id: runId, raw: text.slice(0, 100_000).replaceAll("\0", "") }));
  throw error;
}
