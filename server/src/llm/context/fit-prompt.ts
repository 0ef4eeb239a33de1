import { tokenFactor, tokensBeside } from "#calls";
import { countBy, countingOf } from "#models";
import { AppError } from "#platform";
import { assemble } from "./assemble.ts";
import { checkFitting } from "./check-fitting.ts";
import { type Count, countParts, countPrompt, mostSaved, mostTokens } from "./count-parts.ts";
import type { FitCtx, FitInput, FitOutcome, FitTools } from "./fit.ts";
import type { Ingredients, PromptText } from "./ingredients.ts";
import { inputLimit } from "./input-limit.ts";
import { candidatesIn } from "./shorten/candidates.ts";
import { repeatedId } from "./shorten/replace-texts.ts";
import { shortenParts } from "./shorten/shorten-parts.ts";
import { plannedTargets } from "./shorten/shorten-until-fits.ts";

/**
 * Fits the messages of a call into its model's window. A prompt that fits is sent as it is, without indexing, searching or asking
 * for approval. Otherwise the parts with the lowest score are shortened, one at a time, and a receipt says what was left out. A
 * prompt that does not fit even then is a `context_window` error, and the model is not called.
 */
export async function fitPrompt(ctx: FitCtx, tools: FitTools, input: FitInput): Promise<FitOutcome> {
  const { ingredients, maxOutputTokens } = input;
  const { id: model, prices, tokenizer } = input.model;
  const contextWindow = input.contextWindow ?? input.model.contextWindow;
  const counting = countingOf(tokenizer);
  const count = onceEach((text) => countBy(counting, text));
  const factor = input.factor ?? (await tokenFactor(ctx.db, model));
  const { atMost: beside } = await tokensBeside(input, count);
  const limit = inputLimit({ contextWindow, maxOutputTokens, factor }) - beside;
  assertIds(ingredients);

  const whole = fitsWhole(ingredients, { limit, count });
  const untouched = { ok: true as const, receipt: null, indexMs: 0 };
  if (whole.fits) return { ...untouched, ...whole.prompt, tokens: whole.tokens, maxOutputTokens };
  const least = atLeast(input, { contextWindow, factor, count, beside });
  if (least) return { ...untouched, ...least };

  const { tokens: total } = whole;
  const candidates = candidatesIn(ingredients);
  const room = { model, contextWindow, limit };
  const shortest = plannedTargets({ ranked: candidates, total, limit: 0, count }).reduce(
    (sum, { tokens, budget }) => sum + budget - tokens,
    total,
  );
  if (shortest > limit) {
    const left = contextWindow - Math.ceil((shortest + beside) * Math.max(1, factor));
    const { usefulOutputTokens = maxOutputTokens } = input;
    if (left >= maxOutputTokens || left < usefulOutputTokens) {
      throw tooLarge({ ...room, tokens: total, least: shortest });
    }
    return fitPrompt(ctx, tools, { ...input, factor, maxOutputTokens: left, usefulOutputTokens: left });
  }

  const why = await checkFitting(ctx, {
    ...input,
    prices,
    contextWindow,
    excess: total - limit,
    share: tools.approvalShare,
  });
  if (why) return { ok: false, why };

  const { fitted, prompt, parts, indexMs } = await shortenParts(ctx, tools, {
    ...input,
    candidates,
    total,
    limit,
    count,
    counting,
  });
  const tokens = countPrompt(prompt, count);
  if (fitted.total > limit || tokens > limit) throw tooLarge({ ...room, tokens: total, least: tokens });
  const receipt = {
    model,
    contextWindow,
    inputLimit: limit,
    tokensBefore: total,
    tokensAfter: tokens,
    parts,
  };
  return { ok: true, ...prompt, tokens, maxOutputTokens, receipt, indexMs };
}

/** Caches the count of each text, because a count is needed several times and the counter hashes the text every time. */
function onceEach(count: Count): Count {
  const counts = new Map<string, number>();
  return (text) => {
    const known = counts.get(text) ?? count(text);
    counts.set(text, known);
    return known;
  };
}

type Whole = { fits: true; prompt: PromptText; tokens: number } | { fits: false; tokens: number };

function fitsWhole(ingredients: Ingredients, { limit, count }: { limit: number; count: Count }): Whole {
  // The parts are counted first, because shortening needs their counts if the prompt does not fit.
  const byParts = mostTokens(ingredients) <= limit ? 0 : countParts(ingredients, count);
  if (byParts - mostSaved(ingredients) > limit) return { fits: false, tokens: byParts };
  const prompt = assemble(ingredients);
  const tokens = countPrompt(prompt, count);
  return tokens <= limit ? { fits: true, prompt, tokens } : { fits: false, tokens: Math.max(tokens, byParts) };
}

/** Keeps the whole prompt and lowers the output cap instead, if the caller allows it and the prompt then fits. */
function atLeast(
  { ingredients, maxOutputTokens, leastOutputTokens }: FitInput,
  { contextWindow, factor, count, beside }: { contextWindow: number; factor: number; count: Count; beside: number },
) {
  if (leastOutputTokens === undefined || leastOutputTokens >= maxOutputTokens) return undefined;
  const limit = inputLimit({ contextWindow, maxOutputTokens: leastOutputTokens, factor }) - beside;
  const whole = fitsWhole(ingredients, { limit, count });
  if (!whole.fits) return undefined;
  const left = contextWindow - Math.ceil((whole.tokens + beside) * Math.max(1, factor));
  return { ...whole.prompt, tokens: whole.tokens, maxOutputTokens: Math.max(leastOutputTokens, left) };
}

function assertIds(ingredients: Ingredients): void {
  const repeated = repeatedId(ingredients);
  if (repeated === undefined) return;
  throw new AppError("invalid_input", `Two parts of this prompt have the id ${repeated}. Give each its own id.`);
}

function tooLarge(input: { model: string; contextWindow: number; limit: number; tokens: number; least: number }) {
  const { model, contextWindow, limit, tokens, least } = input;
  return new AppError(
    "context_window",
    `The prompt has ${tokens} tokens and cannot be shortened below ${least}; the window of ${model} (${contextWindow}) leaves ${limit} for the prompt after the answer is reserved. Choose a model with a larger window, allow a shorter answer, or reduce the input.`,
    { details: input },
  );
}
