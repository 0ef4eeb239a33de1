import type { ContributionId } from "@dialectic/contract";
import type { WorkOrder } from "#recipes";
import { tokensPerWord } from "./combining-sizes.ts";

/** Inputs of one type to combine, and the number of words for their combined text. */
export type InputGroup = { type: string; ids: ContributionId[]; words: number };

const fewestWords = 100;

/**
 * Groups an order's inputs: each type with several documents becomes one text of that type. A single document stays as it is.
 * The groups share the room in proportion to their sizes.
 */
export function groupInputs(
  order: Pick<WorkOrder, "inputs">,
  {
    sizes,
    space: all,
    most = Number.POSITIVE_INFINITY,
  }: { sizes: ReadonlyMap<string, number>; space: number; most?: number },
): InputGroup[] {
  const sizeOf = (ids: readonly ContributionId[]) => ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
  const alone = order.inputs.filter(({ ids }) => ids.length < 2).flatMap(({ ids }) => ids);
  const groups = order.inputs.filter(({ ids }) => ids.length > 1);
  const space = Math.max(0, all - sizeOf(alone));
  const sum = sizeOf(groups.flatMap(({ ids }) => ids));
  return groups.map(({ type, ids }) => ({
    type,
    ids,
    words: Math.max(fewestWords, Math.floor(Math.min(most, (space * sizeOf(ids)) / Math.max(1, sum)) / tokensPerWord)),
  }));
}
