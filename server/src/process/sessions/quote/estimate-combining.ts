import type { ModelTerms } from "#models";
import type { RecipeStep } from "#recipes";
import { leastTurn, outputCap } from "../output-cap.ts";
import type { CallEstimate, Turn } from "./estimate-call.ts";

/**
 * The turns it may take at most to combine the inputs of a call before it: none where its step does not combine, or where
 * its prompt fits however long its inputs become.
 */
export function estimateCombining(
  { reads, fixed }: Pick<CallEstimate, "reads" | "fixed">,
  input: { step: RecipeStep; writer: ModelTerms; cap: number; chosen: number | null; turns: number; sources: number },
): Turn[] {
  const { step, writer, chosen, sources } = input;
  if (step.oversize !== "combine" || sources < 2) return [];
  // A model may count up to twice what we do, so no more than half of what its answer leaves can be relied on.
  if (reads.high <= (writer.contextWindow - input.cap) / 2) return [];
  const outputTokens = outputCap({ words: Number.MAX_SAFE_INTEGER, chosen, model: writer });
  const room = Math.max(1_000, (writer.contextWindow - outputTokens) / 2 - leastTurn(outputTokens) - fixed.high);
  // Two groups that follow each other fill one call; above them, every call puts two texts or more in the place of one.
  const groups = sources + Math.ceil((2 * (reads.high - fixed.high)) / room);
  const calls = 2 * groups + step.inputs.length;
  return Array.from({ length: calls * input.turns }, () => ({ inputTokens: writer.contextWindow, outputTokens }));
}
