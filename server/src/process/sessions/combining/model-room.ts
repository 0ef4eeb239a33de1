import { tokenFactor } from "#calls";
import { inputLimit } from "#context";
import { countBy, countingOf, type ModelSettings, type ModelTerms, termsOf } from "#models";
import type { UserDb } from "#platform";

/** How a model counts, how much a prompt of a step may have, and how much one turn may write. */
export type ModelRoom = { count: (text: string) => number; limit: number; cap: number };

type CapOf = (input: { words: number; chosen: number | null; model: ModelTerms }) => number;

/** By the same measure by which the call will be fitted. */
export async function modelRoom(
  db: UserDb,
  input: { model: string; words: number; chosen: number | null; settings: ModelSettings; capOf: CapOf },
): Promise<ModelRoom> {
  const model = termsOf(input.model, input.settings);
  const cap = input.capOf({ ...input, model });
  const counting = countingOf(model.tokenizer);
  const { contextWindow } = model;
  return {
    count: (text) => countBy(counting, text),
    limit: inputLimit({ contextWindow, maxOutputTokens: cap, factor: await tokenFactor(db, input.model) }),
    cap,
  };
}
