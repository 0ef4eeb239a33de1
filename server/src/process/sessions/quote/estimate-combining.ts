import type { ModelTerms } from "#models";
import type { RecipeStep } from "#recipes";
import { lastCombiningTurn } from "../combining/chain-end.ts";
import { tokensPerWord } from "../combining/combining-sizes.ts";
import { mostCalls } from "../combining/plan-branches.ts";
import { leastTurn, outputCap, tokensWritten } from "../output-cap.ts";
import type { CallEstimate, Turn } from "./estimate-call.ts";

type Combining = {
  step: RecipeStep;
  writer: ModelTerms;
  cap: number;
  chosen: number | null;
  turns: number;
  sources: number;
};

/** The calls that combine the inputs of a call before it: as far as can be told, and at the most. */
export type CombiningEstimate = { expected: Turn[]; calls: number; high: Turn[] };

/** None where its step does not combine, or where its prompt fits however long its inputs become. */
export function estimateCombining(call: Pick<CallEstimate, "reads" | "fixed">, input: Combining): CombiningEstimate {
  const { step, writer, cap, sources } = input;
  // A model may count up to twice what we do, so no more than half of what its answer leaves can be relied on.
  const mayCombine = step.oversize === "combine" && sources > 1 && call.reads.high > (writer.contextWindow - cap) / 2;
  if (!mayCombine) return { expected: [], calls: 0, high: [] };
  const isCertain = call.reads.expected + cap > writer.contextWindow;
  const expected = isCertain ? expectedTurns(call, input) : [];
  return { expected, calls: expected.length, high: highTurns(call, input) };
}

function highTurns({ reads, fixed }: Pick<CallEstimate, "reads" | "fixed">, input: Combining): Turn[] {
  const { step, writer, chosen, sources } = input;
  const outputTokens = outputCap({ words: Number.MAX_SAFE_INTEGER, chosen, model: writer });
  const room = Math.max(1_000, (writer.contextWindow - outputTokens) / 2 - leastTurn(outputTokens) - fixed.high);
  // Two groups that follow each other fill one call.
  const groups = sources + Math.ceil((2 * (reads.high - fixed.high)) / room);
  const calls = mostCalls(groups) + step.inputs.length;
  // No text is asked for in more words than a third of the window holds, or an answer.
  const words = Math.max(input.cap, writer.contextWindow / 3) / tokensPerWord;
  const turns = Math.min(input.turns, lastCombiningTurn({ words, cap: outputTokens }) + 1);
  return Array.from({ length: calls * turns }, () => ({ inputTokens: writer.contextWindow, outputTokens }));
}

/** Calls that fill the window, each putting what it reads into a third of it, and one more for what those wrote. */
function expectedTurns({ reads, fixed }: Pick<CallEstimate, "reads" | "fixed">, input: Combining): Turn[] {
  const { writer, cap, chosen } = input;
  const words = Math.floor(Math.max(cap, (writer.contextWindow - cap) / 3) / tokensPerWord);
  const most = outputCap({ words, chosen, model: writer });
  const room = Math.max(1_000, writer.contextWindow - most - fixed.expected);
  const size = reads.expected - fixed.expected;
  const branches = Math.ceil(size / room);
  const outputTokens = Math.min(most, Math.ceil(words * tokensWritten));
  const turnsOf = (count: number, each: number): Turn[] =>
    Array.from({ length: count }, () => ({
      inputTokens: Math.ceil(Math.min(fixed.expected + each, writer.contextWindow - most)),
      outputTokens,
    }));
  if (branches < 2) return turnsOf(1, size);
  return [...turnsOf(branches, size / branches), ...turnsOf(1, branches * outputTokens)];
}
