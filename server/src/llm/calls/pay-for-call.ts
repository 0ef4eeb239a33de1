import type { JobOutcome } from "#jobs";
import { askModel, priceOf } from "#models";
import { type HoldId, hold, loseHold, release, settle } from "#wallet";
import { type CallRow, insertCall } from "./call.store.ts";
import { type CallAmounts, callAmounts } from "./call-amounts.ts";
import { createLiveText } from "./live-text.ts";
import type { CallTools, PaidAnswer, PaidCall, PayingCtx } from "./terms.ts";

type Leave = { ok: true; holdId: HoldId | null } | { ok: false; outcome: JobOutcome };

/**
 * Makes one call and answers with its text, unpaid: the caller books it in the transaction that saves it. Without leave
 * no call is made, and the job is to end its turn with the outcome. What goes wrong is thrown, its money seen to.
 */
export async function payForCall(
  ctx: PayingCtx,
  tools: CallTools,
  call: PaidCall,
): Promise<{ ok: true; answer: PaidAnswer } | { ok: false; outcome: JobOutcome }> {
  const amounts = callAmounts(tools, call);
  const leave = await getLeave(ctx, tools, call, amounts);
  if (!leave.ok) return leave;

  const { holdId } = leave;
  const startedAt = performance.now();
  const liveText = createLiveText(ctx, call.job);
  const asked = await askModel({
    model: call.model,
    instructions: call.instructions,
    messages: call.messages,
    maxOutputTokens: call.maxOutputTokens,
    signal: ctx.signal,
    onText: liveText.add,
    settings: tools.models,
  });
  await liveText.stop();

  const row = {
    key: call.key,
    attempt: attemptOf(call),
    model: call.model,
    scope: call.scope,
    countedInputTokens: amounts.inputTokens,
    holdId,
    tookMs: performance.now() - startedAt,
  };
  if (!asked.ok) {
    const { usage } = asked.heard;
    const cost = usage && holdId ? priceOf(call.model, usage, tools.models) : 0n;
    await endUnanswered(ctx, { ...row, usage, cost, outcome: { errorCode: asked.error.code } });
    throw asked.thrown;
  }
  const { answer } = asked;
  const cost = priceOf(call.model, answer.usage, tools.models);
  const book: PaidAnswer["book"] = async (db) => {
    if (holdId) await settle(db, { holdId, actual: cost, estimated: answer.usage.estimated });
    await insertCall(db, { ...row, usage: answer.usage, cost, outcome: { finishReason: answer.finishReason } });
  };
  return { ok: true, answer: { ...answer, book } };
}

/** The lock on the job is also the last look whether it is still ours before anything is sent. */
async function getLeave(ctx: PayingCtx, tools: CallTools, call: PaidCall, amounts: CallAmounts): Promise<Leave> {
  return ctx.tx(async (db): Promise<Leave> => {
    if (amounts.hold === 0n) return { ok: true, holdId: null };
    const held = await hold(db, {
      callKey: call.key,
      attempt: attemptOf(call),
      amount: amounts.hold,
      lease: { jobId: call.job.id, fence: call.job.fence },
      scope: { ...call.scope, model: call.model },
      approval: { share: tools.approvalShare, upTo: amounts.largest },
    });
    if (held.ok) return { ok: true, holdId: held.holdId };
    return { ok: false, outcome: { type: "pause", reason: held.reason === "approval-needed" ? "approval" : "funds" } };
  });
}

/** One attempt per claim: whoever claims the job again makes another. */
const attemptOf = (call: PaidCall): string => String(call.job.fence);

/**
 * Nothing used: the money is free again. Used, and nothing to show for it: lost, by what was used. If the job is not
 * ours any more this is refused, and the sweep books the hold.
 */
async function endUnanswered(ctx: PayingCtx, row: CallRow): Promise<void> {
  const { holdId, cost } = row;
  await ctx
    .tx(async (db) => {
      if (holdId && cost > 0n) await loseHold(db, { holdId, estimate: cost });
      else if (holdId) await release(db, holdId);
      await insertCall(db, row);
    })
    .catch((error: unknown) => ctx.log.warn("The end of a call could not be booked; the sweep will.", { error }));
}
