import { ParseRunId } from "@dialectic/contract";
import { z } from "zod";
import { outcomeOf } from "#calls";
import { defineJobKind, type JobKindDefinition } from "#jobs";
import { AppError, crashPoint, type Tx } from "#platform";
import { acceptedInScope } from "../facts/facts.store.ts";
import { type OnFactsChanged, openChange } from "../facts/open-change.ts";
import { findLedger, ownKeys } from "../ledger.store.ts";
import { readOperations } from "../operations/read-operations.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import { type BundleRow, findBundle } from "../turns/bundles.store.ts";
import { callExtractor, type ExtractorTools } from "./call-extractor.ts";
import { ExtractorAnswer, extractorPrompt, mostFactsInPrompt } from "./extractor-prompt.ts";
import { assertUnread, noOperations, recordReading, storableRaw } from "./record-reading.ts";
import * as store from "./runs.store.ts";

/** Enough for the operations of any turn, because long texts are split when the turns are created. */
const maxAnswerTokens = 8_000;

export type ParseTools = ExtractorTools & { onFactsChanged?: OnFactsChanged | undefined };

/**
 * Reads facts out of one bundle with one structured call. The answer, the facts and the charge are committed with the
 * job's new status; the run's status follows the job's. If the answer contains no operations, it is kept, its cost is
 * booked as lost, and the run fails. The run also fails if the bundle does not fit the model's window.
 */
export const parseJob = (tools: ParseTools): JobKindDefinition =>
  defineJobKind({
    kind: "parse",
    payload: z.object({ runId: ParseRunId }),
    async run(ctx, job) {
      const { run, bundle, prompt } = await ctx.db.tx((db) => loadRun(db, job.payload.runId));
      if (run.raw !== null && run.stats !== null) return { type: "done" };
      crashPoint("prompt built");
      const called = await callExtractor(ctx, tools, {
        job,
        model: run.model ?? "",
        scope: { projectId: run.project_id, sessionId: bundle.session_id },
        prompt,
        schema: ExtractorAnswer,
        keepsInvalidObject: true,
        maxAnswerTokens,
        purpose: "ledger/parse",
      });
      if (!called.ok) return outcomeOf(called);
      const { answer, charge } = called;
      // Reads the text instead of the parsed object, because an answer that was cut off is not JSON, but its complete
      // operations are kept.
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
    throw new AppError("not_found", `The parse run ${runId} does not exist or belongs to another user.`);
  // This check comes before the call, so that a bundle that was already read costs nothing. The transaction that
  // records the reading checks again, under the ledger's lock.
  if (run.stats === null) await assertUnread({ db }, bundle, run.forced);
  const registry = registryFor(ledger.domain, await ownKeys(db, run.project_id));
  const scope = { projectId: run.project_id, itemIds: bundle.item_ids };
  const accepted = await acceptedInScope(db, { ...scope, limit: mostFactsInPrompt });
  return { run, bundle: bundle satisfies BundleRow, prompt: extractorPrompt({ bundle, registry, accepted }) };
}

const keepRaw = (db: Tx, id: ParseRunId, answer: string): Promise<void> =>
  store.keepRaw(db, { id, raw: storableRaw(answer) });
