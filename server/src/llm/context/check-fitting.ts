import type { ModelPrices } from "@dialectic/contract";
import { costOf, worstCase } from "#models";
import { checkOutlay, type OutlayRefusal } from "#wallet";
import type { FitCtx, FitInput } from "./fit.ts";

type Fitting = Pick<FitInput, "payer" | "chainId" | "maxOutputTokens"> & {
  prices: ModelPrices | null;
  excess: number;
  contextWindow: number;
  share: number;
};

/**
 * Checks the wallet once before anything is indexed, searched or charged. The upper bound of the cost is the text to be
 * removed plus a full window, both at the model's input price. Returns undefined if the wallet covers this cost or
 * fitting is free.
 */
export async function checkFitting(ctx: FitCtx, input: Fitting): Promise<OutlayRefusal | undefined> {
  const { payer, prices, contextWindow, maxOutputTokens } = input;
  if (!payer || !prices) return undefined;
  const amount = costOf(prices, { ...nothingElse, inputTokens: input.excess + contextWindow });
  if (amount === 0n) return undefined;
  return checkOutlay(ctx, {
    jobId: payer.jobId,
    chainId: input.chainId ?? null,
    amount,
    share: input.share,
    // The worst case of the call itself, so that one approval covers both the fitting and the call.
    upTo: worstCase(prices, { inputTokens: contextWindow, maxOutputTokens }),
  });
}

const nothingElse = { cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
