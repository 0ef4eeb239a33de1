import { askEmbeddings, embeddingPrices, estimateTokens, priceOf, requireEmbeddingModel, worstCase } from "#models";
import { uuidv7 } from "#platform";
import { createCallEnd } from "./call-end.ts";
import { getLeave, type Refused } from "./pay-for-call.ts";
import type { CallTools, PaidEmbedding, PaidVectors, PayingCtx } from "./terms.ts";

/** Around each text a provider may put a token or two, and tokenizers differ from ours by some percent. */
const perText = 4;
const margin = 1.1;

/**
 * Has texts turned into vectors, as any call is made: the worst case held, the request sent, what it read settled by the
 * caller's transaction. Without leave nothing is sent, and the answer says why. What goes wrong is thrown, its money seen to.
 */
export async function payForEmbedding(
  ctx: Omit<PayingCtx, "clock">,
  tools: CallTools,
  call: PaidEmbedding,
): Promise<({ ok: true } & PaidVectors) | Refused> {
  // What holds for this call to its end, whatever is written into models.json meanwhile.
  const prices = embeddingPrices(requireEmbeddingModel(call.model, tools.models));
  const counted = call.texts.reduce((sum, text) => sum + estimateTokens(text) + perText, 0);
  const inputTokens = Math.ceil(counted * margin);
  const hold = worstCase(prices, { inputTokens, maxOutputTokens: 0 });
  const amounts = { countedTokens: counted, countedBy: null, reservedTokens: inputTokens, hold, largest: hold };
  const attempt = call.job ? String(call.job.fence) : uuidv7();
  const leave = await getLeave(ctx, tools, { ...call, attempt }, amounts);
  if (!leave.ok) return leave;

  const { retryWindowMs } = tools;
  const end = createCallEnd(ctx, { ...call, ...amounts, attempt, holdId: leave.holdId, retryWindowMs });
  const { model, texts, purpose } = call;
  const { signal } = ctx;
  const asked = await askEmbeddings({ model, texts, purpose, signal, onRate: end.heardRate, settings: tools.models });
  const cost = asked.usage ? priceOf(prices, asked.usage) : 0n;
  if (!asked.ok) {
    await end.unanswered({ error: asked.error, usage: asked.usage, cost });
    throw asked.thrown;
  }
  const { vectors, usage } = asked;
  return { ok: true, vectors, usage, cost, booking: end.booking({ usage, cost, finishReason: "stop" }) };
}
