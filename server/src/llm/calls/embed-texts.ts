import { askEmbeddings, estimateTokens, worstCase } from "#models";
import type { CallCtx, EmbeddingCall, EmbeddingOutcome } from "./call.ts";
import { beginAttempt } from "./call-attempt.ts";

/**
 * Margins: providers may add a token or two around each text, and their tokenizers differ from ours by a few percent.
 */
const perText = 4;
const margin = 1.1;

/** Calls an embedding model and pays for it, as `callModel` does. */
export async function embedTexts(ctx: CallCtx, call: EmbeddingCall): Promise<EmbeddingOutcome> {
  const { model, texts, purpose } = call;
  const countedTokens = texts.reduce((sum, text) => sum + estimateTokens(text) + perText, 0);
  const inputTokens = Math.ceil(countedTokens * margin);
  const hold = worstCase(model.terms.prices, { inputTokens, maxOutputTokens: 0 });
  const tokens = { countedTokens, countedBy: null, inputTokens, reservedTokens: inputTokens };
  const attempt = await beginAttempt(ctx, call, { ...tokens, hold, largest: hold });
  if (!attempt.ok) return attempt;

  const asked = await askEmbeddings({ model, texts, purpose, signal: ctx.signal, onRate: attempt.onRate });
  if (!asked.ok) {
    await attempt.fail(asked);
    throw asked.thrown;
  }
  const { vectors, usage } = asked;
  return { ok: true, vectors, charge: attempt.charge({ usage, finishReason: "stop" }) };
}
