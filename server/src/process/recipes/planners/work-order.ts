import type { ContributionId } from "@dialectic/contract";
import type { SourceDocument, WorkOrder } from "../process.ts";
import type { PlannerContext } from "./planner.ts";

/**
 * Creates the work order for one model call. Its work key is made from `about`: the document, the pair, or the group's
 * origin that distinguishes the call from its siblings. Other inputs do not affect the key, so it stays the same if one of
 * them is missing.
 */
export function workOrder(
  context: PlannerContext,
  input: {
    sources: readonly SourceDocument[];
    about: readonly SourceDocument[];
    lineageId: ContributionId | null;
    label: string;
    proposal?: number | undefined;
  },
): WorkOrder {
  const { step, model } = context;
  const ofType = (type: string) => input.sources.filter((source) => source.type === type).map((source) => source.id);
  const inputs = step.inputs.map(({ type }) => ({ type, ids: ofType(type) })).filter(({ ids }) => ids.length > 0);
  return {
    stepKey: step.key,
    model,
    outputType: step.outputType,
    intermediate: step.intermediate,
    lineageId: input.lineageId,
    inputs,
    sourceIds: input.sources.map((source) => source.id).sort(),
    workKey: workKey(context, input),
    label: input.label,
    proposal: input.proposal ?? null,
  };
}

/**
 * For example `critique:rehearsal/briar(propose:rehearsal/atlas#2)`. Special characters in model names are escaped. A
 * model's first proposal has no number, so its work key is the same whether or not the model writes further proposals.
 */
function workKey(
  { step, model }: PlannerContext,
  { about, proposal = 1 }: { about: readonly SourceDocument[]; proposal?: number | undefined },
): string {
  const writer = model.replace(/[()+%#]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const one = proposal === 1 ? `${step.key}:${writer}` : `${step.key}:${writer}#${proposal}`;
  const keys = about.map((source) => source.workKey);
  return keys.length === 0 ? one : `${one}(${keys.join("+")})`;
}
