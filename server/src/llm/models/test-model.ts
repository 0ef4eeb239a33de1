import type { ModelTest } from "@dialectic/contract";
import { AppError } from "#platform";
import { callModel } from "./call-model.ts";
import { requireModel } from "./catalogue.ts";
import type { ModelsCtx } from "./ctx.ts";
import { payingRefusal } from "./paying.ts";
import { priceOf } from "./price.ts";
import { settingsFor } from "./settings-for.ts";

/** A model that is loaded from a disk first may take long; whoever waits at a terminal will not wait longer. */
const patienceMs = 120_000;

const question = {
  instructions: "Answer with one word.",
  messages: [{ role: "user" as const, content: "Say hello." }],
  maxOutputTokens: 16,
};

/** One tiny call, to see whether a model answers, how quickly and at what price. */
export async function testModel(ctx: ModelsCtx, { id }: { id: string }): Promise<ModelTest> {
  const settings = await settingsFor(ctx.db, ctx.models);
  const model = requireModel(id, settings);
  // What costs money must be held and booked, which is not done here: this is no way around it.
  if (!model.free) throw new AppError("model_not_ready", payingRefusal(model.id));
  const patience = new AbortController();
  const late = `${id} did not answer within ${patienceMs / 1000} seconds. Try again when it is loaded.`;
  const timer = setTimeout(() => patience.abort(new AppError("provider_unavailable", late)), patienceMs);
  const began = performance.now();
  try {
    const answer = await callModel({ ...question, model: id, settings, signal: patience.signal });
    return {
      model: id,
      latencyMs: Math.round(performance.now() - began),
      finishReason: answer.finishReason,
      inputTokens: answer.usage.inputTokens,
      outputTokens: answer.usage.outputTokens,
      estimated: answer.usage.estimated,
      cost: priceOf(id, answer.usage, settings).toString(),
      text: answer.text,
    };
  } finally {
    clearTimeout(timer);
  }
}
