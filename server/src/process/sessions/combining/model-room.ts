import { inputLimit } from "#context";
import { countBy, countingOf, type ModelSettings, termsOf } from "#models";
import type { ExpectedArtifact } from "#recipes";
import { outputCap, wordsOf } from "../output-cap.ts";

/** How a model counts, and how much a prompt of a step may have. */
export type ModelRoom = { count: (text: string) => number; limit: number; cap: number };

/** Until a model's own counting is known: two percent. */
const factor = 1.02;

export function modelRoom(
  input: { model: string; artifacts: readonly ExpectedArtifact[]; chosen: number | null },
  settings: ModelSettings,
): ModelRoom {
  const model = termsOf(input.model, settings);
  const cap = outputCap({ words: wordsOf(input.artifacts), chosen: input.chosen, model });
  const counting = countingOf(model.tokenizer);
  return {
    count: (text) => countBy(counting, text),
    limit: inputLimit({ contextWindow: model.contextWindow, maxOutputTokens: cap, factor }),
    cap,
  };
}
