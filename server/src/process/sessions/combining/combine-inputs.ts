import type { ContributionId } from "@dialectic/contract";
import { tokenFactor } from "#calls";
import { assemble, countPrompt, inputLimit } from "#context";
import { type AsOf, sourceTexts } from "#documents";
import type { JobCtx, NewJob } from "#jobs";
import { countBy, countingOf, type ModelTerms } from "#models";
import type { UserDb } from "#platform";
import { AppError } from "#platform";
import type { OrderInput, WorkOrder } from "#recipes";
import { buildPrompt } from "../contributions/build-prompt.ts";
import { documentPolicy } from "../contributions/document-policy.ts";
import { outputCap, wordsOf } from "../contributions/output-cap.ts";
import { type StageWork, termsIn } from "../stages/load-stage-work.ts";
import * as store from "./combining.store.ts";
import { combiningJob, combiningKey, combiningOrder } from "./combining-order.ts";
import { mostAskedFor } from "./combining-sizes.ts";
import { groupInputs, type InputGroup } from "./group-inputs.ts";
import { measureCombining } from "./measure-combining.ts";

type Planned = { work: StageWork; regeneratedAsOf: AsOf };

/**
 * Replaces inputs of work orders by combined texts, where the step allows it and the prompt would not fit the model's
 * window. While a combined text is missing, returns the job to wait for instead.
 */
export async function combineInputs(
  ctx: JobCtx,
  input: Planned & { orders: readonly WorkOrder[] },
): Promise<{ ok: true; orders: WorkOrder[] } | { ok: false; prerequisite: NewJob }> {
  const { work, orders } = input;
  const isCombining = (order: WorkOrder) => stepOf(work, order)?.oversize === "combine";
  if (!work.stage.recipe.combining || !orders.some(isCombining)) return { ok: true, orders: [...orders] };
  const missing = new Map<string, NewJob>();
  const fitting: WorkOrder[] = [];
  for (const order of orders) {
    const groups = isCombining(order) ? await groupsToCombine(ctx, { ...input, order }) : [];
    const standIns = new Map<string, ContributionId>();
    for (const group of groups) {
      const made = await combined(ctx, { ...input, order, group });
      if (made.ok) standIns.set(group.type, made.id);
      else missing.set(made.job.idempotencyKey ?? "", made.job);
    }
    fitting.push({ ...order, inputs: order.inputs.map((one) => standingFor(one, standIns.get(one.type))) });
  }
  if (missing.size === 0) return { ok: true, orders: fitting };
  return { ok: false, prerequisite: together(work, [...missing.values()]) };
}

const standingFor = ({ type, ids }: OrderInput, standIn: ContributionId | undefined): OrderInput => ({
  type,
  ids: standIn ? [standIn] : ids,
});

/** The groups of inputs to combine. Empty if the prompt fits or if nothing can be combined. */
async function groupsToCombine(
  ctx: JobCtx,
  { work, order, regeneratedAsOf }: Planned & { order: WorkOrder },
): Promise<InputGroup[]> {
  const step = stepOf(work, order);
  if (!step) return [];
  const { ingredients } = await ctx.db.tx((db) =>
    buildPrompt(db, { work, order, askedFor: [], regeneratedAsOf, policy: documentPolicy, step, earlier: [] }),
  );
  const model = termsIn(work, order.model);
  const chosen = work.session.max_output_tokens;
  const words = wordsOf(step.artifacts);
  const room = await modelRoom(ctx.db, { model, words, chosen, capOf: outputCap });
  const tokens = countPrompt(assemble(ingredients), room.count);
  if (tokens <= room.limit) return [];
  const sizes = new Map(ingredients.resourceDocuments.map(({ id, text }) => [id, room.count(text)]));
  const ofTexts = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const frame = tokens - ofTexts;
  const groups = groupInputs(order, { sizes, space: room.limit - frame, most: mostAskedFor({ ...room, frame }) });
  const worthwhile: InputGroup[] = [];
  for (const group of groups) {
    const { whole, mayBranch } = await measureCombining(ctx.db, work, {
      ...group,
      model,
      asOf: regeneratedAsOf ?? work.run.began,
    });
    const size = group.ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0) + whole.perPart, 0);
    // If the window is too small for combining, the prompt is shortened instead, as it is for a step that does not combine.
    if (mayBranch || size <= whole.room) worthwhile.push(group);
  }
  return worthwhile;
}

/** Returns a group's combined text or, if it does not exist yet, the job that writes it. */
async function combined(
  ctx: JobCtx,
  { work, order, group, regeneratedAsOf }: Planned & { order: WorkOrder; group: InputGroup },
): Promise<{ ok: true; id: ContributionId } | { ok: false; job: NewJob }> {
  return ctx.db.tx(async (db) => {
    const texts = await sourceTexts(db, group.ids, { asOf: regeneratedAsOf ?? work.run.began });
    const versions = new Map(texts.map(({ id, version }) => [id, version]));
    const wanted = combiningOrder(order, group, await store.selectToCombine(db, group.ids));
    const id = await store.findCombined(db, work, { workKey: wanted.order.workKey, sources: versions });
    if (id) return { ok: true, id };
    const idempotencyKey = combiningKey(work, order, versions);
    // A finished job does not run again, so the plan would wait forever.
    if (await store.isDone(db, idempotencyKey)) {
      throw new AppError("internal", `${wanted.order.label} for "${order.stepKey}" is done, but its text is missing.`);
    }
    const payload = { stageRunId: work.run.id, ...wanted, regeneratedAsOf };
    const label = `Combine ${group.ids.length} × ${group.type.replaceAll("_", " ")} for ${order.label}`;
    return { ok: false, job: combiningJob(work, { model: order.model, label, idempotencyKey, payload }) };
  });
}

/**
 * The maximum number of characters in the payload of one job. The combinations that do not fit are left for the next job.
 */
const mostInOne = 12_000;

/** Returns the job to wait for: the given job or, if there are several, a parent of as many of them as fit into one payload. */
function together(work: StageWork, jobs: readonly NewJob[]): NewJob {
  const [first, ...others] = jobs;
  if (first && others.length === 0) return first;
  const few: NewJob[] = [];
  for (const job of jobs) {
    if (few.length > 0 && JSON.stringify([...few, job]).length > mostInOne) break;
    few.push(job);
  }
  const several = few.map(({ model = null, label = null, idempotencyKey = null, payload }) => ({
    ...{ model, label, idempotencyKey, payload },
  }));
  return combiningJob(work, { label: `Combine inputs ${several.length} times`, payload: { several } });
}

const stepOf = ({ stage }: StageWork, order: WorkOrder) =>
  stage.recipe.steps.find((step) => step.key === order.stepKey);

/** A model's token counter, its output cap, and the maximum size of a prompt. */
type ModelRoom = { count: (text: string) => number; limit: number; cap: number };

type Sizes = { words: number; chosen: number | null; model: ModelTerms };

/** Uses the token counter and the correction factor that will also be used to fit the call's prompt. */
async function modelRoom(
  db: UserDb,
  { capOf, ...sizes }: Sizes & { capOf: (sizes: Sizes) => number },
): Promise<ModelRoom> {
  const { id, contextWindow, tokenizer } = sizes.model;
  const cap = capOf(sizes);
  const counting = countingOf(tokenizer);
  return {
    count: (text) => countBy(counting, text),
    limit: inputLimit({ contextWindow, maxOutputTokens: cap, factor: await tokenFactor(db, id) }),
    cap,
  };
}
