import type { ContributionId, Overlay, Quote, QuotedStage, TokenRange } from "@dialectic/contract";
import { costOf, type ListedTerms, leastCost, type ModelTerms, mostCost } from "#models";
import { type Process, simulate } from "#recipes";
import { outputCap } from "../contributions/output-cap.ts";
import { type Draft, estimateCall, type QuotedCall, type RequestTokens, sizeFor } from "./estimate-call.ts";
import { estimateCombining } from "./estimate-combining.ts";
import { type Forerunner, measureNumbered } from "./measure-numbered.ts";
import { measurePrompt, placeholderSession } from "./measure-prompt.ts";
import { add, measureText, nothing } from "./measure-text.ts";
import { quoteNotes } from "./quote-notes.ts";

export type QuoteInput = {
  process: Process;
  brief: string;
  overlay?: Overlay | undefined;
  /** The terms of the models, in the order of the session's models. */
  terms: readonly ListedTerms[];
  /** Null if scores will choose the lead model; the quote then assumes the most expensive one. */
  leadModel: string | null;
  maxOutputTokens: number | null;
  /** The number of continuations per document. */
  continuations: number;
  /** The number of proposals per model. */
  proposals: number;
  /** For a further iteration, its first stage and the progress that its prompts contain. */
  further?: { from: string; progress: string } | undefined;
};

type Prices = NonNullable<ModelTerms["prices"]>;

/** Computes the price of the whole process. Each call's size is estimated from its inputs, and its price from its size. */
export function quoteProcess(input: QuoteInput): Quote {
  const first = input.process.stages.findIndex((stage) => stage.key === input.further?.from);
  const quoted = input.process.stages.slice(Math.max(first, 0));
  const calls = estimateCalls(input).filter((call) => quoted.some((stage) => stage.key === call.stage));
  const stages = quoted.map(({ key: stage }) => ({ stage, ...sumCalls(calls.filter((call) => call.stage === stage)) }));
  const sum = (of: (stage: QuotedStage) => string) =>
    String(stages.reduce((total, one) => total + BigInt(of(one)), 0n));
  return {
    process: input.process.key,
    models: input.terms.map(({ id }) => id),
    leadModel: input.leadModel ?? input.terms[0]?.id ?? "",
    maxOutputTokens: input.maxOutputTokens,
    calls: stages.reduce((total, one) => total + one.calls, 0),
    low: sum(({ low }) => low),
    expected: sum(({ expected }) => expected),
    high: sum(({ high }) => high),
    tokens: stages.flatMap((stage) => [stage.inputTokens, stage.outputTokens]).reduce(add, nothing),
    stages,
    free: input.terms.every(({ prices }) => prices === null),
    notes: quoteNotes(input, calls),
  };
}

function estimateCalls(input: QuoteInput): QuotedCall[] {
  const { process, brief, overlay = {}, terms, leadModel, maxOutputTokens, proposals } = input;
  const requests = input.continuations + 1;
  const byId = new Map(terms.map((one) => [one.id, one]));
  const models = [...byId.keys()];
  const session = { id: placeholderSession, iteration: 1, brief, models, proposals, overlay };
  const leads = leadModel === null ? models : [leadModel];
  const plan = simulate(process, models, leads[0] ?? "", proposals);
  const documents = new Map(plan.flatMap(({ work }) => work.map(({ document }) => [document.id, document] as const)));
  /**
   * The drafts of the planned documents. A document that depends on the lead has one draft for each model that may become
   * the lead; any other document has a single draft.
   */
  const drafts = new Map<ContributionId, readonly Draft[]>();
  const request = add(measureText(brief), measureText(input.further?.progress ?? ""));
  const earlier: Forerunner[] = [];
  return plan.flatMap(({ stage, work }) => {
    const shared = add(request, measureText(stage.recipe.instructions));
    const calls = work.map(({ order, document }) => {
      const measured = measurePrompt({ stage, order, models, proposals, overlay, documents });
      const { step, message, further, longerOnce, words } = measured;
      const isLed = stage.convergence === "single" || order.sourceIds.some((id) => (drafts.get(id)?.length ?? 1) > 1);
      const variants = (isLed ? leads : leads.slice(0, 1)).map((lead, index) => {
        const writer = byId.get(stage.convergence === "single" ? lead : order.model);
        if (!writer) throw new Error(`${order.model} writes a document but is not among the models of the quote.`);
        const draftOf = (id: ContributionId) => drafts.get(id)?.[index] ?? drafts.get(id)?.[0];
        const numbered = measureNumbered({ process, order, stage: stage.key, earlier, reader: writer, draftOf });
        const cap = outputCap({ words, chosen: maxOutputTokens, model: writer });
        const sources = order.sourceIds.flatMap((id) => draftOf(id) ?? []);
        const prompt = add(add(shared, message), numbered);
        const call = estimateCall({ writer, cap, requests, prompt, sources, further, longerOnce, words });
        const first = estimateCombining(call, {
          ...{ context: { session, stage, process }, step, order, writer, cap, requests, chosen: maxOutputTokens },
          sizeOf: (id) => sizeOf(writer, draftOf(id)),
        });
        return {
          ...call,
          expected: [...first.expected, ...call.expected],
          high: [...first.high, ...call.high],
          mayCombine: first.high.length > 0,
          combiningCalls: first.calls,
          cap,
        };
      });
      drafts.set(
        document.id,
        variants.map(({ draft }) => draft),
      );
      return { stage: stage.key, variants };
    });
    earlier.push(...work.map((one) => ({ ...one, stage: stage.key })));
    return calls;
  });
}

const sizeOf = (reader: ModelTerms, draft: Draft | undefined): TokenRange => (draft ? sizeFor(reader, draft) : nothing);

/** The total price and the total tokens of these calls. */
export function sumCalls(calls: readonly QuotedCall[]): Omit<QuotedStage, "stage"> {
  const cost = (course: Course, price: (prices: Prices, request: RequestTokens) => bigint): string =>
    String(
      calls.reduce((sum, { variants }) => {
        const costs = variants.map((one) => {
          const { prices } = one.draft.writer;
          return prices ? one[course].reduce((total, request) => total + price(prices, request), 0n) : 0n;
        });
        const [least = 0n, ...others] = costs.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        return sum + (course === "low" ? least : (others.at(-1) ?? least));
      }, 0n),
    );
  const tokens = (of: (request: RequestTokens) => number): TokenRange => {
    const count = (course: Course) =>
      calls.reduce((sum, { variants }) => {
        const counts = variants.map((one) => one[course].reduce((total, request) => total + of(request), 0));
        return sum + (course === "low" ? Math.min(...counts) : Math.max(...counts));
      }, 0);
    return { low: count("low"), expected: count("expected"), high: count("high") };
  };
  return {
    calls: calls.reduce((sum, { variants }) => sum + 1 + Math.max(...variants.map((one) => one.combiningCalls)), 0),
    low: cost("low", leastCost),
    expected: cost("expected", plainCost),
    high: cost("high", mostCost),
    inputTokens: tokens((request) => request.inputTokens),
    outputTokens: tokens((request) => request.outputTokens),
  };
}

type Course = "low" | "expected" | "high";

/** The price of a request if nothing is cached and the model does not think. */
const plainCost = (prices: Prices, request: RequestTokens): bigint =>
  costOf(prices, { ...request, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 });
