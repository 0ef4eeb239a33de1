import { repeatWhileUnreachable } from "#jobs";
import type { HoldId, HoldInput } from "#wallet";
import { authorize, type SlotLease } from "./authorize-call.store.ts";
import type { CallCtx, CallIdentity, Refusal } from "./call.ts";
import type { HoldEstimate } from "./estimate-hold.ts";

export type Authorized = { ok: true; holdId: HoldId | null };

type Call = CallIdentity & { model: { terms: { id: string } } };

/**
 * Holds the money, counts the call against the rate limits, and asks for approval if needed. Every request to a provider
 * is authorized here first.
 */
export async function authorizeCall(
  ctx: Pick<CallCtx, "db" | "approvalShare" | "log" | "signal" | "repeat">,
  call: Call,
  { attempt, slots, ...estimate }: HoldEstimate & { attempt: string; slots: SlotLease },
): Promise<Authorized | Refusal> {
  const { key, job, scope } = call;
  const { id: model } = call.model.terms;
  const hold: HoldInput | null =
    estimate.hold === 0n
      ? null
      : {
          callKey: key,
          attempt,
          amount: estimate.hold,
          lease: job ? { jobId: job.id, fence: job.fence } : { leaseMs: slots.leaseMs },
          scope: { ...scope, model },
          approval: { share: ctx.approvalShare, upTo: estimate.largest },
        };
  const wanted = { job, hold, model, tokens: estimate.reservedTokens, slots };
  // An attempt that repeats the authorization after an outage gets the same hold, even if its job's lease has expired
  // meanwhile. If the attempt gave up instead, a hold that it does not know of could remain, and would be booked as a
  // loss although no call was made.
  const repeat = ctx.repeat ?? ((write) => repeatWhileUnreachable(ctx, write));
  const { waitMs, held } = await repeat(() => ctx.db.tx((db) => authorize(db, wanted), { single: true }));
  if (waitMs > 0) return { ok: false, why: { reason: "rate-limited", waitMs } };
  if (!held) return { ok: true, holdId: null };
  return held.ok ? held : { ok: false, why: held };
}
