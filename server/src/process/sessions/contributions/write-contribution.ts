import { type CallTools, callModel, emptyAnswersOf, outcomeOf } from "#calls";
import { type FitTools, fitPrompt } from "#context";
import { readChain } from "#documents";
import type { HeldJob, JobCtx, JobOutcome } from "#jobs";
import { type ModelTerms, resolveModel } from "#models";
import { crashPoint } from "#platform";
import type { RecipeStep, WorkOrder } from "#recipes";
import { type StageWork, termsIn } from "../stages/load-stage-work.ts";
import { buildPrompt } from "./build-prompt.ts";
import * as chunks from "./chunk.store.ts";
import { lastContinuation, orEnd } from "./end-of-chain.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { leastAnswer, needsContinuation, raisedCap, usefulCap, wordsOf } from "./output-cap.ts";
import { type Chain, endWithEarlier, finishChain, saveAnswer, scopeOf } from "./save-answer.ts";
import type { Writing, WritingLimits } from "./writing.ts";

/**
 * Makes one request for a work order and saves its chunk. Everything is read in one transaction before the call; text and
 * charge are committed together with the job's new status. If the worker is killed in between, no text is saved, the next
 * worker repeats the request, and the lost answer is booked as a loss.
 */
export async function writeContribution(
  ctx: JobCtx,
  tools: CallTools & Pick<FitTools, "embedder">,
  job: HeldJob,
  writing: Writing,
): Promise<JobOutcome> {
  const { work, order, policy } = writing;
  const step = stepOf(work, order);
  const { earlier, built } = await ctx.db.tx(async (db) => {
    const earlier = await chunks.chunksOfChain(db, job.chainId);
    return { earlier, built: await buildPrompt(db, { ...writing, step, earlier }) };
  });
  crashPoint("prompt built");

  const model = await resolveModel({ db: ctx.db, models: tools.models }, termsIn(work, order.model));
  const limits = limitsOf(writing, { step, terms: model.terms, wasEmpty: (await emptyAnswersOf(ctx.db, job.id)) > 0 });
  const expected = policy.expected(writing, step, built.toJudge);
  const { sourceVersions } = built;
  const chain: Chain = { writing, step, job, earlier, expected, sourceVersions };

  const fit = await orEnd(earlier, fitPrompt(ctx, tools, fitInput(chain, limits, { ...built, terms: model.terms })));
  if ("ended" in fit) return endWithEarlier(chain, fit.ended);
  if (!fit.result.ok) return outcomeOf(fit.result);
  const fitted = fit.result;

  const { instructions, messages, maxOutputTokens } = fitted;
  const request = { model, prompt: { instructions, messages }, maxOutputTokens, ...requestSettings(chain, limits) };
  const call = await orEnd(earlier, callModel({ ...tools, ...ctx }, request));
  if ("ended" in call) return endWithEarlier(chain, call.ended);
  if (!call.result.ok) return outcomeOf(call.result);
  const { answer, charge } = call.result;

  const judged = judgeAnswer(chain, { answer, limits, terms: model.terms });
  const saved = { fitted, answer, charge, judged };
  if (judged.continues) {
    return {
      type: "continue",
      next: policy.next(writing, { askedFor: judged.askedFor, isShortened: fitted.receipt !== null }),
      write: async (db) => void (await saveAnswer(db, chain, saved)),
      beforeCommit: charge.settle,
      ifUnrecorded: charge.lose,
    };
  }
  return {
    type: "done",
    async write(db) {
      const { rootId } = await saveAnswer(db, chain, saved);
      await finishChain(db, chain, { rootId, findings: judged.findings(fitted.tokens) });
    },
    beforeCommit: charge.settle,
    ifUnrecorded: charge.lose,
  };
}

/**
 * True if the text before this request may be complete: it has every artifact, and only the finish reason is missing. In
 * this case, an empty answer means that nothing follows. In any other case, an empty answer is treated as an outage of the
 * provider, and the request is repeated.
 */
const mayBeAtEnd = ({ writing, earlier, expected }: Chain): boolean =>
  writing.askedFor.length === 0 &&
  earlier.at(-1)?.finish_reason === "interrupted" &&
  (expected === null || readChain(earlier, expected).problems.length === 0);

function stepOf(work: StageWork, order: WorkOrder): RecipeStep {
  const step = work.stage.recipe.steps.find((one) => one.key === order.stepKey);
  if (!step) throw new Error(`The recipe ${work.stage.recipe.key} has no step ${order.stepKey}.`);
  return step;
}

function limitsOf(
  { work, policy }: Writing,
  { step, terms, wasEmpty }: { step: RecipeStep; terms: ModelTerms; wasEmpty: boolean },
): WritingLimits {
  const { max_output_tokens: chosen, continuations } = work.session;
  const words = wordsOf(step.artifacts);
  const usual = policy.outputCap({ words, chosen, model: terms });
  const cap = wasEmpty ? raisedCap(usual, terms) : usual;
  return {
    words,
    cap,
    raised: raisedCap(cap, terms),
    continuations: policy.continuations({ chosen: continuations, words, cap }),
  };
}

function fitInput(
  { writing: { work, policy }, step, job }: Chain,
  { words, cap }: WritingLimits,
  {
    ingredients,
    question,
    terms,
  }: Pick<Awaited<ReturnType<typeof buildPrompt>>, "ingredients" | "question"> & {
    terms: ModelTerms;
  },
) {
  return {
    ...scopeOf(work),
    ingredients,
    question,
    model: terms,
    maxOutputTokens: cap,
    usefulOutputTokens: usefulCap({ words, cap }),
    leastOutputTokens: policy.keepsSources ? leastAnswer(cap) : undefined,
    purpose: `${work.stage.recipe.key}/${step.key}/${step.promptVersion}`,
    chainId: job.chainId,
    payer: { jobId: job.id },
  };
}

function requestSettings(chain: Chain, { words, cap, raised, continuations }: WritingLimits) {
  const { writing, job, earlier } = chain;
  const last = lastContinuation(continuations, earlier);
  return {
    key: job.id, // every request is a job
    job,
    scope: { ...scopeOf(writing.work), chainId: job.chainId },
    mayRaiseCap: raised > cap,
    mayBeEmpty: mayBeAtEnd(chain),
    continuations: last - job.continuation,
    cachePrefix: job.continuation < last && (job.continuation > 0 || needsContinuation({ words, cap })),
  };
}
