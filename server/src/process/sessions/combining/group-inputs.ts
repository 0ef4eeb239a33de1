import type { ContributionId } from "@dialectic/contract";
import type { WorkOrder } from "#recipes";
import { tokensPerWord } from "./combining-sizes.ts";

/** Inputs of one type that are to be combined, and the number of words requested for the combined text. */
export type InputGroup = { type: string; ids: ContributionId[]; words: number };

const fewestWords = 100;

/**
 * Groups the inputs of a work order. All documents of a type become one text of that type; a document that is the only one
 * of its type stays as it is. The groups share the room in proportion to their sizes.
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
