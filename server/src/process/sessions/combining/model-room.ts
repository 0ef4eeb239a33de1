import { tokenFactor } from "#calls";
import { inputLimit } from "#context";
import { countBy, countingOf, type ModelTerms } from "#models";
import type { UserDb } from "#platform";

/** How a model counts tokens, how large a prompt of a step may be, and the output cap. */
export type ModelRoom = { count: (text: string) => number; limit: number; cap: number };

type Sizes = { words: number; chosen: number | null; model: ModelTerms };

/** Measured as the call will be fitted. */
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
