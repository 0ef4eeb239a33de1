import type { JobOutcome } from "#jobs";
import { askModel, overflowOf, priceOf, requireModel } from "#models";
import { passPoint, uuidv7 } from "#platform";
import type { HoldInput, HoldOutcome } from "#wallet";
import { overflowsOf } from "./call.store.ts";
import { type CallAmounts, callAmounts } from "./call-amounts.ts";
import { createCallEnd } from "./call-end.ts";
import { takeLeave } from "./leave.store.ts";
import { createLiveText } from "./live-text.ts";
import { refusedTokens, stillTooLong } from "./overflow.ts";
import type { CallTools, PaidAnswer, PaidCall, PayingCtx } from "./terms.ts";
import { forgetFactor, tokenFactor } from "./token-factor.ts";

export type Refused = {
  ok: false;
  why:
    | Extract<HoldOutcome, { ok: false }>
    | { reason: "rate-limited"; waitMs: number }
    /** The provider found the prompt too long: fitted again, it is shorter. */
    | { reason: "prompt-refused" };
};
type Leave = { ok: true; holdId: Extract<HoldOutcome, { ok: true }>["holdId"] | null } | Refused;

/** How long money stays set aside for a call that is no job: longer than anybody waits for one. */
const leaseMs = 300_000;

/**
 * Makes one call and answers with its text, unpaid: the caller books it in the transaction that saves it. Without leave
 * no call is made, and the answer says why. What goes wrong is thrown, its money seen to.
 */
export async function payForCall(
  ctx: PayingCtx,
  tools: CallTools,
  call: PaidCall,
): Promise<{ ok: true; answer: PaidAnswer } | Refused> {
  const factor = await tokenFactor(ctx.db, call.model);
  const amounts = callAmounts(tools, call, factor);
  // One attempt per claim: whoever claims the job again makes another.
  const attempt = call.job ? String(call.job.fence) : uuidv7();
  const leave = await getLeave(ctx, tools, { ...call, attempt }, amounts);
  if (!leave.ok) return leave;
  passPoint("money held");

  const { retryWindowMs } = tools;
  const end = createCallEnd(ctx, { ...call, ...amounts, attempt, holdId: leave.holdId, retryWindowMs });
  const liveText = call.job && createLiveText(ctx, call.job);
  const asked = await askModel({
    model: call.model,
    instructions: call.instructions,
    messages: call.messages,
    maxOutputTokens: call.maxOutputTokens,
    ...(call.isReadAgain === undefined ? {} : { isReadAgain: call.isReadAgain }),
    signal: ctx.signal,
    onText: (delta) => liveText?.add(delta),
    onRate: end.heardRate,
    settings: tools.models,
  });
  await liveText?.stop();

  if (!asked.ok) {
    const { usage } = asked.heard;
    const overflow = usage === null ? overflowOf(asked.error) : null;
    const { contextWindow } = requireModel(call.model, tools.models);
    const refused = overflow && refusedTokens(overflow, { ...call, ...amounts, factor, contextWindow });
    const cost = usage ? priceOf(amounts.prices, usage) : 0n;
    await end.unanswered({ error: asked.error, usage, cost, refusedTokens: refused ?? undefined });
    if (!overflow || !call.job) throw asked.thrown;
    if (await isFirstOverflow(ctx, call)) return { ok: false, why: { reason: "prompt-refused" } };
    throw stillTooLong(asked.error, { ...call, overflow, contextWindow });
  }
  passPoint("model answered");
  const { answer } = asked;
  const cost = priceOf(amounts.prices, answer.usage);
  return { ok: true, answer: { ...answer, cost, booking: end.booking({ ...answer, cost }) } };
}

/** What the refusal taught holds for the next prompt. Counted in the database: another process may make the next attempt. */
async function isFirstOverflow(ctx: PayingCtx, { key, model }: PaidCall): Promise<boolean> {
  forgetFactor(ctx.db, model);
  return (await ctx.db.tx((db) => overflowsOf(db, key), { single: true })) <= 1;
}

type Leaving = Pick<PaidCall, "key" | "job" | "model" | "scope"> & { attempt: string };
type Leaves = Pick<CallAmounts, "hold" | "largest" | "reservedTokens">;

export async function getLeave(
  ctx: Pick<PayingCtx, "db">,
  tools: Pick<CallTools, "approvalShare">,
  call: Leaving,
  amounts: Leaves,
): Promise<Leave> {
  const hold = amounts.hold > 0n ? holdFor(tools, call, amounts) : null;
  const wanted = { job: call.job, hold, model: call.model, tokens: amounts.reservedTokens };
  const { waitMs, held } = await ctx.db.tx((db) => takeLeave(db, wanted), { single: true });
  if (waitMs > 0) return { ok: false, why: { reason: "rate-limited", waitMs } };
  if (!held) return { ok: true, holdId: null };
  return held.ok ? held : { ok: false, why: held };
}

const holdFor = (tools: Pick<CallTools, "approvalShare">, call: Leaving, amounts: Leaves): HoldInput => ({
  callKey: call.key,
  attempt: call.attempt,
  amount: amounts.hold,
  lease: call.job ? { jobId: call.job.id, fence: call.job.fence } : { leaseMs },
  scope: { ...call.scope, model: call.model },
  approval: { share: tools.approvalShare, upTo: amounts.largest },
});

/** How the turn of a job ends that got no leave. */
export function outcomeOf({ why }: Refused): JobOutcome {
  if (why.reason === "rate-limited") return { type: "later", delayMs: why.waitMs };
  if (why.reason === "prompt-refused") return { type: "later", delayMs: 0 };
  return { type: "pause", reason: why.reason === "approval-needed" ? "approval" : "funds" };
}
