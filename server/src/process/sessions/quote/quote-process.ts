import type { ContributionId, Overlay, Quote, QuotedStage, TokenRange } from "@dialectic/contract";
import { costOf, leastCost, type ModelTerms, mostCost } from "#models";
import { type Process, type Stage, simulate } from "#recipes";
import { outputCap } from "../output-cap.ts";
import { type Draft, estimateCall, type QuotedCall, type Turn } from "./estimate-call.ts";
import { measurePrompt } from "./measure-prompt.ts";
import { add, measureText, nothing } from "./measure-text.ts";
import { quoteNotes } from "./quote-notes.ts";

export type QuoteInput = {
  process: Process;
  brief: string;
  overlay?: Overlay | undefined;
  /** Of the session's models, in its order. */
  terms: readonly ModelTerms[];
  leadModel: string;
  maxOutputTokens: number | null;
};

type Prices = NonNullable<ModelTerms["prices"]>;

/** What the whole process will cost: every call it will make is sized from what stands before it, and priced. */
export function quoteProcess(input: QuoteInput): Quote {
  const calls = estimateCalls(input);
  const stages = input.process.stages.map((stage) =>
    sumStage(
      stage,
      calls.filter((call) => call.stage === stage.key),
    ),
  );
  const sum = (of: (stage: QuotedStage) => string) =>
    String(stages.reduce((total, one) => total + BigInt(of(one)), 0n));
  return {
    process: input.process.key,
    models: input.terms.map(({ id }) => id),
    leadModel: input.leadModel,
    maxOutputTokens: input.maxOutputTokens,
    calls: calls.length,
    low: sum(({ low }) => low),
    expected: sum(({ expected }) => expected),
    high: sum(({ high }) => high),
    tokens: stages.flatMap((stage) => [stage.inputTokens, stage.outputTokens]).reduce(add, nothing),
    stages,
    free: input.terms.every(({ prices }) => prices === null),
    notes: quoteNotes(input.terms, calls),
  };
}

function estimateCalls({ process, brief, overlay = {}, terms, leadModel, maxOutputTokens }: QuoteInput): QuotedCall[] {
  const byId = new Map(terms.map((one) => [one.id, one]));
  const models = [...byId.keys()];
  const plan = simulate(process, models, leadModel);
  const documents = new Map(plan.flatMap(({ work }) => work.map(({ document }) => [document.id, document] as const)));
  const drafts = new Map<ContributionId, Draft>();
  const request = measureText(brief);
  return plan.flatMap(({ stage, work }) => {
    const shared = add(request, measureText(stage.recipe.instructions));
    return work.map(({ order, document }) => {
      const writer = byId.get(order.model);
      if (!writer) throw new Error(`${order.model} writes, and is not among the models of the quote.`);
      const { message, further, words } = measurePrompt({ stage, order, models, overlay, documents });
      const cap = outputCap({ words, chosen: maxOutputTokens, model: writer });
      const sources = order.sourceIds.flatMap((id) => drafts.get(id) ?? []);
      const call = estimateCall({ writer, cap, prompt: add(shared, message), sources, further, words });
      drafts.set(document.id, call.draft);
      return { ...call, stage: stage.key, cap };
    });
  });
}

function sumStage(stage: Stage, calls: readonly QuotedCall[]): QuotedStage {
  const cost = (course: Course, price: (prices: Prices, turn: Turn) => bigint): string =>
    String(
      calls.reduce((sum, call) => {
        const { prices } = call.draft.writer;
        return prices ? call[course].reduce((total, turn) => total + price(prices, turn), sum) : sum;
      }, 0n),
    );
  const tokens = (of: (turn: Turn) => number): TokenRange => {
    const count = (course: Course) => calls.flatMap((call) => call[course]).reduce((sum, turn) => sum + of(turn), 0);
    return { low: count("low"), expected: count("expected"), high: count("high") };
  };
  return {
    stage: stage.key,
    calls: calls.length,
    low: cost("low", leastCost),
    expected: cost("expected", plainCost),
    high: cost("high", mostCost),
    inputTokens: tokens((turn) => turn.inputTokens),
    outputTokens: tokens((turn) => turn.outputTokens),
  };
}

type Course = "low" | "expected" | "high";

/** Nothing cached, nothing thought: what the words asked for cost by themselves. */
const plainCost = (prices: Prices, turn: Turn): bigint =>
  costOf(prices, { ...turn, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 });
