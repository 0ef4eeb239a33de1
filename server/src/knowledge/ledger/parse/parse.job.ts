import { ParseRunId } from "@dialectic/contract";
import { z } from "zod";
import { type CallTools, callModel, outcomeOf } from "#calls";
import { type FitTools, fitPrompt } from "#context";
import { defineJobKind, type JobKindDefinition } from "#jobs";
import { resolveModel } from "#models";
import { AppError, crashPoint, type Tx } from "#platform";
import { acceptedInScope } from "../facts/facts.store.ts";
import { type OnFactsChanged, openChange } from "../facts/open-change.ts";
import { findLedger, ownKeys } from "../ledger.store.ts";
import { readOperations } from "../operations/read-operations.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import { type BundleRow, findBundle } from "../turns/bundles.store.ts";
import { ExtractorAnswer, extractorPrompt, mostFactsInPrompt } from "./extractor-prompt.ts";
import { assertUnread, noOperations, recordReading, storableRaw } from "./record-reading.ts";
import * as store from "./runs.store.ts";

/** Five hundred operations are more than this; a turn that states more is split when it is made. */
const maxAnswerTokens = 8_000;
/** Some twenty operations. In a small window the answer gets what the turn leaves, if it is this much. */
const usefulAnswerTokens = 1_000;

export type ParseTools = CallTools & Pick<FitTools, "embedder"> & { onFactsChanged?: OnFactsChanged | undefined };

/**
 * Reads facts out of one bundle: one structured call. The answer, the facts and the charge are committed with the job's
 * new status; the run follows the job. An answer without operations is kept, its cost is booked as lost, and the run fails. The
 * bundle is never shortened: one that does not fit the model's window fails the run.
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
        usefulOutputTokens: Math.min(usefulAnswerTokens, model.terms.maxOutputTokens),
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
          keepsInvalidObject: true,
          key: job.id,
          job,
          scope: { ...scope, chainId: job.chainId },
          continuations: 0,
        },
      );
      if (!called.ok) return outcomeOf(called);
      const { answer, charge } = called;
      // Of the text, not of the object: an answer that was cut off is no JSON, and its complete operations count.
      const read = readOperations(answer.text);
      if (!read.ok) {
        await ctx.tx((db) => keepRaw(db, run.id, answer.text), { beforeCommit: charge.lose });
        throw noOperations(bundle.id, { mayRetry: answer.object === undefined && answer.finishReason === "stop" });
      }
      return {
        type: "done",
        async write(db) {
          const change = await openChange(db, { projectId: run.project_id, onFactsChanged: tools.onFactsChanged });
          await assertUnread(change, bundle, run.forced);
          await recordReading(change, { bundle, runId: run.id, operations: read.operations, raw: answer.text });
          await change.finish();
        },
        beforeCommit: charge.settle,
        ifUnrecorded: charge.lose,
      };
    },
  });

async function loadRun(db: Tx, runId: ParseRunId) {
  const run = await store.findRun(db, runId);
  const bundle = run && (await findBundle(db, run.bundle_id));
  const ledger = run && (await findLedger(db, run.project_id));
  if (!run || !bundle || !ledger)
    throw new AppError("not_found", `The parse run ${runId} is gone, or no longer yours.`);
  // Before the call is paid for; the transaction that records the reading asks again, under the lock of the ledger.
  if (run.stats === null) await assertUnread({ db }, bundle, run.forced);
  const registry = registryFor(ledger.domain, await ownKeys(db, run.project_id));
  const scope = { projectId: run.project_id, itemIds: bundle.item_ids };
  const accepted = await acceptedInScope(db, { ...scope, limit: mostFactsInPrompt });
  return { run, bundle: bundle satisfies BundleRow, prompt: extractorPrompt({ bundle, registry, accepted }) };
}

const keepRaw = (db: Tx, id: ParseRunId, answer: string): Promise<void> =>
  store.keepRaw(db, { id, raw: storableRaw(answer) });
