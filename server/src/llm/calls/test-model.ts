import type { ModelTest } from "@dialectic/contract";
import { type ModelSettings, resolveModel } from "#models";
import { AppError, type Log, type UserDb, uuidv7 } from "#platform";
import { type Refusal, saveWithCharge } from "./call.ts";
import { callModel } from "./call-model.ts";

/**
 * The time limit of the test. A model may have to be loaded from disk first, but a person at a terminal will not wait
 * longer than this.
 */
const patienceMs = 120_000;

const question = {
  prompt: { instructions: "Answer with one word.", messages: [{ role: "user" as const, content: "Say hello." }] },
  maxOutputTokens: 16,
  continuations: 0,
};

type Ctx = {
  db: UserDb;
  log: Log;
  models: ModelSettings;
  retryWindowMs: number;
  left?: () => AbortSignal;
};

/** Makes one tiny call, paid like any other, to see whether a model answers, how quickly and at what price. */
export async function testModel(ctx: Ctx, { id }: { id: string }): Promise<ModelTest> {
  const model = await resolveModel(ctx, id);
  const patience = new AbortController();
  const late = `${id} did not answer within ${patienceMs / 1000} seconds. Try again when it is loaded.`;
  const timer = setTimeout(() => patience.abort(new AppError("provider_unavailable", late)), patienceMs);
  const left = ctx.left?.();
  const leave = () =>
    patience.abort(new AppError("run_cancelled", `The call to ${id} was cancelled: the client has disconnected.`));
  left?.addEventListener("abort", leave);
  if (left?.aborted) leave();
  const began = performance.now();
  try {
    const callCtx = { ...ctx, tx: ctx.db.tx, signal: patience.signal, approvalShare: 100 };
    const call = { ...question, model, key: `test:${uuidv7()}`, job: null, scope: {} };
    const outcome = await callModel(callCtx, call);
    if (!outcome.ok) throw refusalError(id, outcome.why);
    const { answer, charge } = outcome;
    const latencyMs = Math.round(performance.now() - began);
    await saveWithCharge(ctx.db, charge, async () => undefined);
    const { text, finishReason, usage } = answer;
    const { inputTokens, outputTokens, estimated } = usage;
    const cost = charge.amount.toString();
    return { model: id, latencyMs, finishReason, inputTokens, outputTokens, estimated, cost, text };
  } finally {
    clearTimeout(timer);
    left?.removeEventListener("abort", leave);
  }
}

function refusalError(id: string, why: Refusal["why"]): AppError {
  if (why.reason === "rate-limited") {
    const seconds = Math.ceil(why.waitMs / 1000);
    return new AppError("rate_limited", `${id} accepts no calls for another ${seconds} s: its rate limit is used up.`);
  }
  return new AppError("insufficient_funds", `The wallet does not cover a call to ${id}.`, {
    remedies: [{ do: "top-up", dollars: "1" }],
  });
}
