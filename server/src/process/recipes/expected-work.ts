import { ContributionId } from "@dialectic/contract";
import { AppError, sha256 } from "#platform";
import { planStep } from "./plan-step.ts";
import type { PlannedWork, Process, SourceDocument, Stage, WorkOrder } from "./process.ts";
import { waves } from "./waves.ts";

type Simulated = { stage: Stage; work: { order: WorkOrder; document: SourceDocument }[] };

/** The work expected of a stage with these models, computed by running the planners on simulated documents. */
export function expectedWork(
  process: Process,
  stageKey: string,
  models: readonly string[],
  leadModel: string,
  proposals = 1,
  without: ReadonlySet<string> = new Set(),
): PlannedWork[] {
  const simulated = simulate(process, models, leadModel, proposals, without).find(
    ({ stage }) => stage.key === stageKey,
  );
  return (simulated?.work ?? []).map(({ order: { workKey, label, model, intermediate, stepKey } }) => ({
    key: workKey,
    label,
    model,
    intermediate,
    stepKey,
  }));
}

/** Counts the model calls that the process makes with these models, in total and by stage. */
export function countCalls(
  process: Process,
  models: readonly string[],
  proposals = 1,
): { calls: number; stages: { stage: string; calls: number }[] } {
  const stages = simulate(process, models, models[0] ?? "", proposals).map(({ stage, work }) => ({
    stage: stage.key,
    calls: work.length,
  }));
  return { calls: stages.reduce((sum, { calls }) => sum + calls, 0), stages };
}

/**
 * Simulates the whole process. Returns the work orders of each stage, each with the document that it would write. A work
 * order comes after all work orders whose documents it reads.
 */
export function simulate(
  process: Process,
  models: readonly string[],
  leadModel: string,
  proposals = 1,
  /** Excluded work, as `stage/work key`. Work that depends on excluded work is not planned either. */
  without: ReadonlySet<string> = new Set(),
): Simulated[] {
  const written: SourceDocument[] = [];
  let reads = 0;
  return process.stages.map((stage) => {
    const writers = stage.convergence === "single" ? [leadModel] : models;
    const work = writers.flatMap((model) =>
      waves(stage.recipe).flatMap((wave) => {
        reads += wave.length * written.length;
        if (written.length > maxCalls || reads > maxReads) throw tooLarge(process, models);
        const planned = wave
          .flatMap(
            (step) => planStep({ process, stage, step, model, models, leadModel, proposals, sources: written }).orders,
          )
          .filter((order) => !without.has(`${stage.key}/${order.workKey}`))
          .map((order) => ({ order, document: documentOf(order, stage) }));
        written.push(...planned.map(({ document }) => document));
        return planned;
      }),
    );
    return { stage, work };
  });
}

/**
 * Work can grow twelvefold with every stage, and the process may come from a stranger, so simulations have limits: on calls,
 * and on reads of documents. The longest shipped process with the most models reaches a third of either limit.
 */
const maxCalls = 30_000;
const maxReads = 2_000_000;

const tooLarge = ({ key }: Process, models: readonly string[]): AppError =>
  new AppError(
    "invalid_input",
    `The process ${key} with ${models.length} models is too large to plan: it would make more than ${maxCalls} calls or read too many documents. Use fewer models or proposals.`,
  );

/**
 * The document that the work order would write. Its id is derived from the stage and the work key. A document without
 * sources starts a lineage.
 */
function documentOf(order: WorkOrder, stage: Stage): SourceDocument {
  const id = idFrom(`${stage.key}/${order.workKey}`);
  return {
    id,
    type: order.outputType,
    stage: stage.key,
    model: order.model,
    lineageId: order.sourceIds.length === 0 ? id : order.lineageId,
    workKey: order.workKey,
    proposal: order.proposal,
  };
}

/** A version 8 UUID that is derived from a name and not random. */
function idFrom(name: string): ContributionId {
  const hex = sha256(name);
  return ContributionId.parse(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
  );
}
