import type { ModelTest } from "@dialectic/contract";
import { type ModelSettings, requireModel, settingsFor } from "#models";
import { AppError, type Clock, type Log, type UserDb, uuidv7 } from "#platform";
import { payForCall } from "./pay-for-call.ts";

/** A model that is loaded from a disk first may take long; whoever waits at a terminal will not wait longer. */
const patienceMs = 120_000;

const question = {
  instructions: "Answer with one word.",
  messages: [{ role: "user" as const, content: "Say hello." }],
  maxOutputTokens: 16,
};

type Ctx = {
  db: UserDb;
  log: Log;
  clock: Clock;
  models: ModelSettings;
  retryWindowMs: number;
  left?: () => AbortSignal;
};
type Refused = Extract<Awaited<ReturnType<typeof payForCall>>, { ok: false }>;

/** One tiny call, paid like any other, to see whether a model answers, how quickly and at what price. */
export async function testModel(ctx: Ctx, { id }: { id: string }): Promise<ModelTest> {
  const models = await settingsFor(ctx.db, ctx.models);
  requireModel(id, models);
  const patience = new AbortController();
  const late = `${id} did not answer within ${patienceMs / 1000} seconds. Try again when it is loaded.`;
  const timer = setTimeout(() => patience.abort(new AppError("provider_unavailable", late)), patienceMs);
  const left = ctx.left?.();
  const leave = () =>
    patience.abort(new AppError("run_cancelled", `Nobody waits for ${id} any more: the call was broken off.`));
  left?.addEventListener("abort", leave);
  if (left?.aborted) leave();
  const began = performance.now();
  try {
    const paying = { ...ctx, tx: ctx.db.tx, signal: patience.signal };
    const call = { ...question, model: id, key: `test:${uuidv7()}`, job: null, scope: {}, turnsToCome: 0 };
    const paid = await payForCall(paying, { ...ctx, models, approvalShare: 100 }, call);
    if (!paid.ok) throw refusal(id, paid.why);
    const { text, finishReason, usage, cost, booking } = paid.answer;
    const latencyMs = Math.round(performance.now() - began);
    await ctx.db.tx(async () => undefined, { closing: booking });
    const { inputTokens, outputTokens, estimated } = usage;
    return { model: id, latencyMs, finishReason, inputTokens, outputTokens, estimated, cost: cost.toString(), text };
  } finally {
    clearTimeout(timer);
    left?.removeEventListener("abort", leave);
  }
}

function refusal(id: string, why: Refused["why"]): AppError {
  if (why.reason === "rate-limited") {
    const seconds = Math.ceil(why.waitMs / 1000);
    return new AppError("rate_limited", `${id} takes no more calls for ${seconds} s: its rate is used up.`);
  }
  return new AppError("insufficient_funds", `The wallet does not cover a call to ${id}.`, {
    remedies: [{ do: "top-up", dollars: "1" }],
  });
}
