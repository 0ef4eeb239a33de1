import { countTokens, estimateTokens, type ModelSettings, termsOf } from "#models";
import type { ExpectedArtifact } from "#recipes";
import { outputCap, wordsOf } from "../output-cap.ts";

/** How a model counts, and how much a prompt of a step may have. */
export type ModelRoom = { count: (text: string) => number; limit: number; cap: number };

/** Until a model's own counting is known: two percent. */
const margin = 1.02;

export function modelRoom(
  input: { model: string; artifacts: readonly ExpectedArtifact[]; chosen: number | null },
  settings: ModelSettings,
): ModelRoom {
  const model = termsOf(input.model, settings);
  const cap = outputCap({ words: wordsOf(input.artifacts), chosen: input.chosen, model });
  return {
    count: model.tokenizer === "pieces" ? estimateTokens : countTokens,
    limit: Math.floor(Math.max(0, model.contextWindow - cap) / margin),
    cap,
  };
}

/** Providers put words of their own around each message. */
const perMessage = 8;

/** Exactly what is sent. */
export const countPrompt = (
  { instructions, messages }: { instructions: string; messages: readonly { content: string }[] },
  count: ModelRoom["count"],
): number => messages.reduce((sum, { content }) => sum + perMessage + count(content), perMessage + count(instructions));
