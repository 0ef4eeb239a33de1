import type { ContributionId, FindingCode } from "@dialectic/contract";
import { type Charge, costOfCalls } from "#calls";
import { type Receipt, saveReceipt } from "#context";
import {
  type Expected,
  finishDocument,
  type NewFinding,
  readChain,
  replaceFindings,
  type SavedChunk,
  saveChunk,
} from "#documents";
import { enqueue, type HeldJob, type JobOutcome } from "#jobs";
import type { Tx } from "#platform";
import type { RecipeStep, WorkOrder } from "#recipes";
import type { StageWork } from "../stages/load-stage-work.ts";
import { finishRegeneration } from "../steering/regeneration/finish-regeneration.ts";
import { promptOrder } from "./build-prompt.ts";
import type { EarlierChunk } from "./chunk.store.ts";
import { endingFindings, toFinding } from "./findings.ts";
import type { Writing } from "./writing.ts";

/** A request and the earlier requests for the same document. */
export type Chain = {
  writing: Writing;
  step: RecipeStep;
  job: HeldJob;
  earlier: readonly EarlierChunk[];
  /** What the document must contain; null if the text is kept as the model wrote it. */
  expected: Expected | null;
  sourceVersions: ReadonlyMap<ContributionId, number>;
};

type Answered = {
  fitted: { instructions: string; messages: { role: string; content: string }[]; receipt: Receipt | null };
  answer: {
    text: string;
    raw: string;
    finishReason: string;
    usage: { inputTokens: number; outputTokens: number; estimated: boolean };
  };
  charge: Pick<Charge, "amount">;
  judged: { continues: boolean };
};

/** Saves the answer to one request. If it is the last request, also saves the document. */
export async function saveAnswer(
  db: Tx,
  { writing, step, job, earlier, expected, sourceVersions }: Chain,
  { fitted, answer, charge, judged }: Answered,
): Promise<SavedChunk> {
  const { work, order, askedFor } = writing;
  const { receipt } = fitted;
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
    askedFor,
    text: answer.text,
    prompt: readable(fitted),
    raw: answer.raw,
    finishReason: answer.finishReason,
    usage: answer.usage,
    cost: charge.amount + (judged.continues ? 0n : await costOfEarlier(db, earlier)),
    isShortened: receipt !== null || earlier.some((chunk) => chunk.was_shortened),
    expected,
    last: !judged.continues,
    title: titleOf(order),
  });
  const { contributionId } = saved;
  if (receipt) await saveReceipt(db, { ...scopeOf(work), receipt, job, contributionId });
  return saved;
}

/** Runs in the transaction that creates the document: stores findings, completes a regeneration, and enqueues the render job. */
export async function finishChain(
  db: Tx,
  { writing: { work, order }, job }: Chain,
  { rootId, findings }: { rootId: ContributionId; findings: readonly NewFinding[] },
): Promise<void> {
  await replaceFindings(db, { rootId, findings });
  if (job.targetContribution) await finishRegeneration(db, { job, work });
  await enqueue(db, {
    kind: "render",
    ...scopeOf(work),
    label: `Render ${order.label}`,
    payload: { rootId },
    idempotencyKey: `render:${rootId}`,
  });
}

/**
 * Ends a document because a further request failed. Earlier requests wrote its text, and a finding states why it ends there.
 */
export function endWithEarlier(chain: Chain, because: FindingCode): JobOutcome {
  const { writing, earlier, job, expected } = chain;
  return {
    type: "done",
    async write(db) {
      const [{ id: rootId } = { id: undefined }] = earlier;
      if (!rootId) return;
      const cost = await costOfCalls(db, [...earlier.map((chunk) => chunk.job_id), job.id]);
      const isShortened = earlier.some((chunk) => chunk.was_shortened);
      await finishDocument(db, { rootId, title: titleOf(writing.order), cost, isShortened, expected });
      const problems = expected ? readChain(earlier, expected).problems : [];
      const endings = endingFindings(earlier, { because });
      const findings = writing.policy.findings({ artifacts: problems.map(toFinding), endings });
      await finishChain(db, chain, { rootId, findings });
    },
  };
}

/** The cost of the earlier requests. Each was booked under its own job, in the transaction that saved its answer. */
const costOfEarlier = async (db: Tx, earlier: readonly EarlierChunk[]): Promise<bigint> =>
  earlier.length === 0
    ? 0n
    : costOfCalls(
        db,
        earlier.map((chunk) => chunk.job_id),
      );

const titleOf = ({ label }: WorkOrder): string => label.charAt(0).toUpperCase() + label.slice(1);

export const scopeOf = ({ session, stage }: StageWork) => ({
  ownerId: session.owner_id,
  projectId: session.project_id,
  sessionId: session.id,
  iteration: session.iteration,
  stage: stage.key,
});

/** The messages as they were sent, for the prompt's file. */
function readable(prompt: { instructions: string; messages: { role: string; content: string }[] }): string {
  const parts = [{ role: "instructions", content: prompt.instructions }, ...prompt.messages];
  return parts.map((part) => `===== ${part.role} =====\n${part.content}\n`).join("\n");
}
