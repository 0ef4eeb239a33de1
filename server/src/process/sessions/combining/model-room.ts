import { tokenFactor } from "#calls";
import { inputLimit } from "#context";
import { countBy, countingOf, type ModelSettings, termsOf } from "#models";
import type { UserDb } from "#platform";
import type { ExpectedArtifact } from "#recipes";
import { outputCap, wordsOf } from "../output-cap.ts";

/** How a model counts, how much a prompt of a step may have, and how much one turn may write. */
export type ModelRoom = { count: (text: string) => number; limit: number; cap: number };

/** By the same measure by which the call will be fitted. */
export async function modelRoom(
  db: UserDb,
  input: { model: string; artifacts: readonly ExpectedArtifact[]; chosen: number | null; settings: ModelSettings },
): Promise<ModelRoom> {
  const model = termsOf(input.model, input.settings);
  const cap = outputCap({ words: wordsOf(input.artifacts), chosen: input.chosen, model });
  const counting = countingOf(model.tokenizer);
  const { contextWindow } = model;
  return {
    count: (text) => countBy(counting, text),
    limit: inputLimit({ contextWindow, maxOutputTokens: cap, factor: await tokenFactor(db, input.model) }),
    cap,
  };
}
