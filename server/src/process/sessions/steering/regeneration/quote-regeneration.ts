import type { DocumentId, RegenerationQuote, SessionId } from "@dialectic/contract";
import { standings } from "#documents";
import { AppError, type Tx } from "#platform";
import { findSession } from "#projects";
import { promptNonce } from "#prompts";
import { buildPrompt } from "../../contributions/build-prompt.ts";
import { documentPolicy } from "../../contributions/document-policy.ts";
import { outputCap, wordsOf } from "../../contributions/output-cap.ts";
import type { SessionsCtx } from "../../ctx.ts";
import { estimateCall, type QuotedCall } from "../../quote/estimate-call.ts";
import { estimateCombining } from "../../quote/estimate-combining.ts";
import { measureFurther } from "../../quote/measure-prompt.ts";
import { measureText } from "../../quote/measure-text.ts";
import { sumCalls } from "../../quote/quote-process.ts";
import { termsIn } from "../../stages/load-stage-work.ts";
import { freezeMissing } from "../../state/session-terms.ts";
import { findTarget, momentOf, type Target } from "../target.store.ts";
import { requireRegenerable, requireTarget } from "./regenerate-document.ts";
import { planRegeneration } from "./regeneration-job.ts";

/** Computes what regenerating one document would cost now. Stores and starts nothing. */
export async function quoteRegeneration(
  ctx: SessionsCtx,
  { documentId }: { documentId: DocumentId },
): Promise<RegenerationQuote> {
  const { session_id: sessionId, iteration } = await ctx.db.tx((db) => requireTarget(db, documentId));
  await freezeMissing(ctx, { sessionId, iteration });
  return ctx.db.tx(async (db) => {
    const target = await requireTarget(db, documentId);
    await requireRegenerable(db, target);
    return quoteTargets(db, [target]);
  });
}

/** Computes what regenerating all of a session's stale documents would cost now, with their current sources. */
export async function quoteStale(
  ctx: SessionsCtx,
  { sessionId }: { sessionId: SessionId },
): Promise<RegenerationQuote> {
  const session = await ctx.db.tx((db) => findSession(db, sessionId));
  if (!session) {
    throw new AppError("not_found", `There is no session ${sessionId}.`, { remedies: [{ do: "see-sessions" }] });
  }
  await freezeMissing(ctx, { sessionId });
  return ctx.db.tx(async (db) => {
    const stale = (await standings(db, sessionId)).filter((one) => one.because !== null && one.in_use);
    const targets: Target[] = [];
    for (const { document_id } of stale) {
      const target = await findTarget(db, document_id);
      if (target?.run_status === "completed") targets.push(target);
    }
    return quoteTargets(db, targets);
  });
}

async function quoteTargets(db: Tx, targets: readonly Target[]): Promise<RegenerationQuote> {
  const calls: QuotedCall[] = [];
  for (const target of targets) calls.push(await estimateTarget(db, target));
  const free = calls.every(({ variants }) => variants.every(({ draft }) => draft.writer.prices === null));
  return { documents: targets.length, free, ...sumCalls(calls) };
}

/** Measures the actual prompt, whose inputs already exist, whereas a session's quote has to estimate them. */
async function estimateTarget(db: Tx, target: Target): Promise<QuotedCall> {
  const { work, step, order } = await planRegeneration(db, target);
  const { ingredients } = await buildPrompt(db, {
    ...{ work, step, order, earlier: [], askedFor: [], policy: documentPolicy },
    regeneratedAsOf: await momentOf(db),
  });
  const writer = termsIn(work, target.model);
  const { id: sessionId, iteration, models, proposals, max_output_tokens: chosen, continuations } = work.session;
  const words = wordsOf(step.artifacts);
  const cap = outputCap({ words, chosen, model: writer });
  const requests = continuations + 1;
  const { systemInstruction, preamble, resourceDocuments = [], currentUserPrompt } = ingredients;
  const sources = new Map(resourceDocuments.map(({ id, text }) => [id, { writer, size: measureText(text) }]));
  const call = estimateCall({
    ...{ writer, cap, requests, words },
    prompt: measureText([systemInstruction, preamble, currentUserPrompt].join("\n")),
    sources: [...sources.values()],
    ...measureFurther({
      ...{ stage: work.stage, step, proposals: models.length * proposals },
      nonce: promptNonce({ sessionId, iteration, stage: work.stage.key }),
    }),
  });
  const first = estimateCombining(call, {
    ...{ context: work, step, order, writer, cap, requests, chosen },
    sizeOf: (id) => sources.get(id)?.size ?? measureText(""),
  });
  const variant = {
    ...call,
    ...{ expected: [...first.expected, ...call.expected], high: [...first.high, ...call.high], cap },
    ...{ mayCombine: first.high.length > 0, combiningCalls: first.calls },
  };
  return { stage: target.stage, variants: [variant] };
}
