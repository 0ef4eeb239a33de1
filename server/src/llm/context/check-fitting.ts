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
 * One look at the money before anything is indexed, searched or charged: what is to be removed and a full window, both at
 * the model's input price, is more than all of it can come to. Undefined: go on. What costs nothing is not asked about.
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
    // The call itself is asked about likewise: one question for both.
    upTo: worstCase(prices, { inputTokens: contextWindow, maxOutputTokens }),
  });
}

const nothingElse = { cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
