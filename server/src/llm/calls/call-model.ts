import { askModel, overflowOf } from "#models";
import { type AppError, crashPoint } from "#platform";
import { failuresOf } from "./call.store.ts";
import type { CallCtx, CallOutcome, ModelCall } from "./call.ts";
import { beginAttempt } from "./call-attempt.ts";
import { estimateHold } from "./estimate-hold.ts";
import { createLiveText } from "./live-text.ts";
import { refusedTokens, stillTooLong } from "./overflow.ts";
import { forgetFactor, tokenFactor } from "./token-factor.ts";

/**
 * Calls a model and pays for it. The hold covers the worst case; `charge` settles the price of the answer in the
 * transaction that saves it (`saveWithCharge`, or `beforeCommit` of a job's outcome). If the wallet, a rate limit or a
 * missing approval prevents the call, no request is sent, and the outcome gives the reason. If the call fails, the hold
 * is released or booked as lost. The error is then thrown, unless the next attempt of a job can avoid it by a shorter
 * prompt or a larger output cap: the outcome gives this reason, too.
 */
export async function callModel<T>(ctx: CallCtx, call: ModelCall<T>): Promise<CallOutcome<T>> {
  const {
    model,
    prompt,
    maxOutputTokens,
    tools,
    schema,
    cachePrefix,
    keepsInvalidCalls,
    keepsInvalidObject,
    mayBeEmpty,
    job,
  } = call;
  const factor = await tokenFactor(ctx.db, model.terms.id);
  const estimate = await estimateHold(call, factor);
  const attempt = await beginAttempt(ctx, call, estimate);
  if (!attempt.ok) return attempt;
  crashPoint("money held");

  const liveText = job && createLiveText(ctx, job);
  const asked = await askModel<T>({
    ...{ model, ...prompt, maxOutputTokens, signal: ctx.signal },
    ...(tools ? { tools } : {}),
    ...(schema ? { schema } : {}),
    ...(cachePrefix === undefined ? {} : { cachePrefix }),
    ...(keepsInvalidCalls === undefined ? {} : { keepsInvalidCalls }),
    ...(mayBeEmpty === undefined ? {} : { mayBeEmpty }),
    ...(keepsInvalidObject === undefined ? {} : { keepsInvalidObject }),
    onText(delta) {
      liveText?.add(delta);
      call.onText?.(delta);
    },
    onRate: attempt.onRate,
  });
  await liveText?.stop();
  if (asked.ok) {
    crashPoint("model answered");
    return { ok: true, answer: asked.answer, charge: attempt.charge(asked.answer) };
  }

  const { error, thrown, partial } = asked;
  const overflow = partial.usage === null ? overflowOf(error) : null;
  const sent = { ...estimate, ...model.terms, factor, maxOutputTokens };
  await attempt.fail({
    error,
    usage: partial.usage,
    refusedTokens: overflow ? refusedTokens(overflow, sent) : undefined,
  });
  const isSpent = call.mayRaiseCap === true && error.code === "empty_answer" && hasSpentCap(error);
  if (isSpent && job && (await emptyAnswersOf(ctx.db, call.key)) <= 1)
    return { ok: false, why: { reason: "cap-spent" } };
  if (!overflow) throw thrown;
  forgetFactor(ctx.db, model.terms.id);
  if (!job) throw thrown;
  if (await isFirstOverflow(ctx, call)) return { ok: false, why: { reason: "prompt-too-long" } };
  throw stillTooLong(error, { overflow, terms: model.terms });
}

const hasSpentCap = ({ details }: AppError): boolean =>
  typeof details === "object" && details !== null && "capSpent" in details;

/**
 * How often this call got an answer without text. Counted in the database, because the next attempt may run in another
 * process.
 */
export const emptyAnswersOf = (db: CallCtx["db"], key: string): Promise<number> =>
  db.tx((tx) => failuresOf(tx, key, "empty_answer"), { single: true });

/**
 * True if this is the first time that the provider refused a prompt of this call as too long. The next attempt then has
 * a shorter prompt. Counted in the database, because the next attempt may run in another process.
 */
const isFirstOverflow = async ({ db }: CallCtx, { key }: ModelCall): Promise<boolean> =>
  (await db.tx((tx) => failuresOf(tx, key, "context_window"), { single: true })) <= 1;
