import { tokenFactor } from "#calls";
import { inputLimit } from "#context";
import { countBy, countingOf, type ModelTerms } from "#models";
import type { UserDb } from "#platform";

/** How a model counts, how much a prompt of a step may have, and how much one turn may write. */
export type ModelRoom = { count: (text: string) => number; limit: number; cap: number };

type Sizes = { words: number; chosen: number | null; model: ModelTerms };

/** By the same measure by which the call will be fitted. */
export async function modelRoom(
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
