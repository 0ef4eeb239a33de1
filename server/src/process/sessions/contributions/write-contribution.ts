import type { ContributionId, FindingCode } from "@dialectic/contract";
import { type CallTools, callModel, costOfCalls, emptyAnswersOf, outcomeOf } from "#calls";
import { type FitTools, fitPrompt, type Receipt, saveReceipt } from "#context";
import {
  combinedType,
  type Expected,
  finishDocument,
  isStuck,
  joinedText,
  type NewFinding,
  type Problem,
  type ReadableChunk,
  readChain,
  replaceFindings,
  saveChunk,
} from "#documents";
import { enqueue, type HeldJob, type JobCtx, type JobOutcome, type NewJob } from "#jobs";
import { countBy, countingOf, type ModelTerms, resolveModel } from "#models";
import { crashPoint, type Tx } from "#platform";
import type { RecipeStep, WorkOrder } from "#recipes";
import { isLongEnough, lastCombiningContinuation } from "../combining/chain-end.ts";
import { combiningCap } from "../combining/combining-sizes.ts";
import { type StageWork, termsIn } from "../stages/load-stage-work.ts";
import { finishRegeneration } from "../steering/finish-regeneration.ts";
import { buildPrompt, promptOrder, type Writing } from "./build-prompt.ts";
import * as chunks from "./chunk.store.ts";
import { forInterruptions, orEnd } from "./end-of-chain.ts";
import { endingFindings, toFinding, truncationFindings } from "./findings.ts";
import { wantedOf } from "./gaps.ts";
import { leastAnswer, needsContinuation, outputCap, raisedCap, usefulCap, wordsOf } from "./output-cap.ts";

/**
 * One request of a work order, from the order to the saved chunk. What it read is committed before the call; what it wrote and what
 * it cost are committed with the job's new status. If the worker dies in between, no text remains, the next worker repeats the
 * request, and the lost answer is booked as lost.
 */
export async function writeContribution(
  ctx: JobCtx,
  tools: CallTools & Pick<FitTools, "embedder">,
  job: HeldJob,
  writing: Writing,
): Promise<JobOutcome> {
  const { work, order } = writing;
  const step = stepOf(work, order);
  const { earlier, built } = await ctx.db.tx(async (db) => {
    const earlier = await chunks.chunksOfChain(db, job.chainId);
    return { earlier, built: await buildPrompt(db, { ...writing, step, earlier }) };
  });
  const { sourceVersions, toJudge } = built;
  crashPoint("prompt built");
  const model = await resolveModel({ db: ctx.db, models: tools.models }, termsIn(work, order.model));
  const { terms } = model;
  const words = wordsOf(step.artifacts);
  const capOf = writing.combining ? combiningCap : outputCap;
  const usual = capOf({ words, chosen: work.session.max_output_tokens, model: terms });
  const cap = (await emptyAnswersOf(ctx.db, job.id)) === 0 ? usual : raisedCap(usual, terms);
  const continuations = writing.combining
    ? Math.min(work.session.continuations, lastCombiningContinuation({ words, cap }))
    : work.session.continuations;
  const lastContinuation = continuations + forInterruptions(continuations, earlier);
  const fitting = fitPrompt(ctx, tools, {
    ...scopeOf(work),
    ...built,
    model: terms,
    maxOutputTokens: cap,
    usefulOutputTokens: usefulCap({ words, cap }),
    leastOutputTokens: writing.combining?.isReadWhole ? leastAnswer(cap) : undefined,
    purpose: `${work.stage.recipe.key}/${step.key}/${step.promptVersion}`,
    chainId: job.chainId,
    payer: { jobId: job.id },
  });
  // A combined text has no artifacts and stays as it was written.
  const expected = order.outputType === combinedType ? null : wantedOf(work.session, step, toJudge);
  const chain = { work, order, earlier, job, expected };
  const mayEnd = earlier.length > 0; // the document may end with what earlier requests wrote
  const fit = mayEnd ? await orEnd(fitting) : { result: await fitting };
  if ("ended" in fit) return endOfText(chain, fit.ended);
  const fitted = fit.result;
  if (!fitted.ok) return outcomeOf(fitted);
  const { instructions, messages, maxOutputTokens, receipt } = fitted;
  const calling = callModel(
    { ...tools, ...ctx },
    {
      model,
      prompt: { instructions, messages },
      maxOutputTokens,
      key: job.id, // every request is a job
      job,
      scope: { ...scopeOf(work), chainId: job.chainId },
      mayRaiseCap: raisedCap(cap, terms) > cap,
      continuations: lastContinuation - job.continuation,
      cachePrefix: job.continuation < lastContinuation && (job.continuation > 0 || needsContinuation({ words, cap })),
    },
  );
  const call = mayEnd ? await orEnd(calling) : { result: await calling };
  if ("ended" in call) return endOfText(chain, call.ended);
  if (!call.result.ok) return outcomeOf(call.result);
  const { answer, charge } = call.result;

  const wasCut = answer.finishReason === "length" || answer.finishReason === "interrupted";
  const written: ReadableChunk[] = [
    ...earlier,
    { text: answer.text, finish_reason: answer.finishReason, asked_for: writing.askedFor },
  ];
  const problems = expected ? readChain(written, expected).problems : [];
  const wasAsked = written.some(({ asked_for }) => asked_for.length > 0);
  // Requested once, and not of a model that refused, or whose answer was filtered or filled its window.
  const mayAsk = !wasAsked && (answer.finishReason === "stop" || answer.finishReason === "other");
  const askedFor = mayAsk ? [...new Set(problems.map(({ artifact }) => artifact))] : [];
  // A model that is stuck would only produce more of the same.
  const isCutShort =
    wasCut && !isStuck(written.map(({ text }) => text)) && !isEnough(writing, { written, words, terms });
  const goesOn =
    (isCutShort || askedFor.length > 0) && job.continuation < continuations + forInterruptions(continuations, written);

  const save = async (db: Tx) => {
    const saved = await saveChunk(db, {
      job: { id: job.id, stepKey: order.stepKey, workKey: order.workKey, ...scopeOf(work) },
      model: order.model,
      outputType: order.outputType,
      intermediate: order.intermediate,
      templateVersion: step.promptVersion,
      rootId: earlier[0]?.id ?? null,
      chunk: earlier.length,
      lineageId: order.lineageId ?? (order.sourceIds.length === 0 ? "self" : null),
      proposal: order.proposal,
      number: work.run.expected.find(({ key }) => key === order.workKey)?.number,
      sourceIds: promptOrder(order),
      sourceVersions,
      askedFor: writing.askedFor,
      text: answer.text,
      prompt: readable(fitted),
      raw: answer.raw,
      finishReason: answer.finishReason,
      usage: answer.usage,
      cost: charge.amount + (goesOn ? 0n : await costOfEarlier(db, earlier)),
      isShortened: receipt !== null || earlier.some((chunk) => chunk.was_shortened),
      expected,
      last: !goesOn,
      title: titleOf(order),
    });
    const { contributionId } = saved;
    if (receipt) await saveReceipt(db, { ...scopeOf(work), receipt, job, contributionId });
    return saved;
  };

  if (goesOn) {
    return {
      type: "continue",
      next: writing.combining
        ? { payload: { ...writing.combining.payload, isReadWhole: isReadWhole(writing, receipt) } }
        : {
            kind: "execute",
            payload: { stageRunId: work.run.id, order, askedFor, regeneratedAsOf: writing.regeneratedAsOf },
          },
      write: async (db) => void (await save(db)),
      beforeCommit: charge.settle,
    };
  }
  return {
    type: "done",
    async write(db) {
      const { rootId } = await save(db);
      const ofPrompt = truncationFindings({ counted: fitted.tokens, usage: answer.usage });
      const findings = [...findingsOf(chain, { chunks: written, problems, ...answer }), ...ofPrompt];
      await finishChain(db, chain, { rootId, findings });
    },
    beforeCommit: charge.settle,
  };
}

type Chain = Pick<Writing, "work" | "order"> & {
  earlier: readonly chunks.EarlierChunk[];
  job: HeldJob;
  /** What the document is compared with; null for a combined text. */
  expected: Expected | null;
};

/** A further request failed: the document is what earlier requests wrote, and a finding says why it ends there. */
function endOfText(chain: Chain, because: FindingCode): JobOutcome {
  const { order, earlier, job, expected } = chain;
  return {
    type: "done",
    async write(db) {
      const [{ id: rootId } = { id: undefined }] = earlier;
      if (!rootId) return;
      const cost = await costOfCalls(db, [...earlier.map((chunk) => chunk.job_id), job.id]);
      const isShortened = earlier.some((chunk) => chunk.was_shortened);
      await finishDocument(db, { rootId, title: titleOf(order), cost, isShortened, expected });
      const problems = expected ? readChain(earlier, expected).problems : [];
      await finishChain(db, chain, { rootId, findings: findingsOf(chain, { chunks: earlier, problems, because }) });
    },
  };
}

/** In the transaction that creates the document: its findings, what it replaces, and its files. */
async function finishChain(
  db: Tx,
  { work, order, job }: Chain,
  { rootId, findings }: { rootId: ContributionId; findings: readonly NewFinding[] },
): Promise<void> {
  await replaceFindings(db, { rootId, findings });
  if (job.targetContribution) await finishRegeneration(db, { job, work });
  await enqueue(db, renderJobFor({ work, order, rootId }));
}

function findingsOf(
  { order }: Chain,
  {
    chunks,
    problems,
    ...ending
  }: {
    chunks: readonly ReadableChunk[];
    problems: readonly Problem[];
    because?: FindingCode;
    providerReason?: string | undefined;
  },
): NewFinding[] {
  const endings = endingFindings(chunks, ending);
  // A combined text has no artifacts that could be missing, and is cut where its reader has no room for more: only an error of
  // its model needs a person's attention.
  if (order.outputType === combinedType) return endings.filter(({ code }) => stoppedModel.has(code));
  return [...problems.map(toFinding), ...endings];
}

const stoppedModel: ReadonlySet<FindingCode> = new Set(["refused", "filtered", "unknown_finish"]);

const titleOf = ({ label }: WorkOrder): string => label.charAt(0).toUpperCase() + label.slice(1);

const renderJobFor = ({
  work,
  order,
  rootId,
}: Pick<Writing, "work" | "order"> & { rootId: ContributionId }): NewJob => ({
  kind: "render",
  ...scopeOf(work),
  label: `Render ${order.label}`,
  payload: { rootId },
  idempotencyKey: `render:${rootId}`,
});

function isEnough(
  { combining }: Writing,
  input: { written: readonly { text: string; finish_reason: string }[]; words: number; terms: ModelTerms },
): boolean {
  if (!combining) return false;
  const tokens = countBy(countingOf(input.terms.tokenizer), joinedText(input.written));
  return isLongEnough({ words: input.words, tokens });
}

/** A combined text whose sources were read whole at first reads them whole to the end. */
const isReadWhole = ({ combining }: Writing, receipt: Receipt | null): boolean =>
  combining?.isReadWhole === true || receipt === null;

/** Each was booked under its job, in the transaction that saved it. */
const costOfEarlier = async (db: Tx, earlier: readonly chunks.EarlierChunk[]): Promise<bigint> =>
  earlier.length === 0
    ? 0n
    : costOfCalls(
        db,
        earlier.map((chunk) => chunk.job_id),
      );

function stepOf(work: StageWork, order: WorkOrder): RecipeStep {
  const step = work.stage.recipe.steps.find((one) => one.key === order.stepKey);
  if (!step) throw new Error(`The recipe ${work.stage.recipe.key} has no step ${order.stepKey}.`);
  return step;
}

const scopeOf = ({ session, stage }: StageWork) => ({
  ownerId: session.owner_id,
  projectId: session.project_id,
  sessionId: session.id,
  iteration: session.iteration,
  stage: stage.key,
});

/** The messages as they were sent, for the file beside the answer. */
function readable(prompt: { instructions: string; messages: { role: string; content: string }[] }): string {
  const parts = [{ role: "instructions", content: prompt.instructions }, ...prompt.messages];
  return parts.map((part) => `===== ${part.role} =====\n${part.content}\n`).join("\n");
}
