import { correcting, isOutage, type LearnedRate, releaseProbe, reportFailure, reportingAnswer } from "#jobs";
import type { CallResult, Usage } from "#models";
import type { AppError, Closing, Tx } from "#platform";
import { type HoldId, loseHold, release, settling } from "#wallet";
import { type CallRow, insertion } from "./call.store.ts";
import type { CallAmounts } from "./call-amounts.ts";
import type { PaidCall, PayingCtx } from "./terms.ts";

type Begun = Pick<PaidCall, "key" | "model" | "scope"> &
  Pick<CallAmounts, "countedTokens" | "reservedTokens"> & {
    /** Null: counted roughly, nothing to learn from. */
    countedBy: CallAmounts["countedBy"] | null;
    attempt: string;
    holdId: HoldId | null;
    retryWindowMs: number;
  };

type Unanswered = {
  error: AppError;
  usage: Usage | null;
  cost: bigint;
  refusedTokens?: CallRow["refusedTokens"];
};

/** Everything that is written down when a call is over, however it ended. */
export function createCallEnd(ctx: Pick<PayingCtx, "tx" | "log">, call: Begun) {
  const startedAt = performance.now();
  let rate: LearnedRate | undefined;
  const row = (usage: Usage | null) => ({
    key: call.key,
    attempt: call.attempt,
    model: call.model,
    scope: call.scope,
    countedInputTokens: call.countedTokens,
    countedBy: call.countedBy,
    holdId: call.holdId,
    usage,
    tookMs: performance.now() - startedAt,
  });

  /** What the provider said of its limits, and what was really used of them. */
  function noteRate(db: Tx, usage: Usage | null): ReturnType<Closing> {
    const used = usage ? usage.inputTokens + usage.outputTokens : 0;
    return correcting(db, { model: call.model, reserved: call.reservedTokens, used, learned: rate });
  }

  /** Every job that wants this model waits while its provider is down, not only the one that found out. */
  async function tellBreaker(db: Tx, error: AppError): Promise<void> {
    const { model, retryWindowMs: windowMs } = call;
    if (isOutage(error)) await reportFailure(db, { model, error, windowMs });
    else if (isSilent(error)) await releaseProbe(db, model);
    else await db.executeQuery(reportingAnswer(db, { model, tookMs: performance.now() - startedAt }));
  }

  return {
    heardRate(learned: LearnedRate): void {
      rate = learned;
    },

    /** The end of the transaction that saves the answer: both or neither. */
    booking:
      ({ usage, cost, finishReason }: Pick<CallResult, "usage" | "finishReason"> & { cost: bigint }): Closing =>
      (db) => [
        insertion(db, { ...row(usage), cost, outcome: { finishReason } }),
        ...(call.holdId ? [settling(db, { holdId: call.holdId, actual: cost, estimated: usage.estimated })] : []),
        reportingAnswer(db, { model: call.model, tookMs: performance.now() - startedAt }),
        ...noteRate(db, usage),
      ],

    /**
     * Nothing used: the money is free again. Used, and nothing to show for it: lost, by what was used. If the job is not
     * ours any more this is refused, and the sweep books the hold.
     */
    async unanswered({ error, usage, cost, refusedTokens }: Unanswered): Promise<void> {
      const { holdId } = call;
      const ended = ctx.tx(async (db) => {
        await db.executeQuery(
          insertion(db, { ...row(usage), cost, outcome: { errorCode: error.code }, refusedTokens }),
        );
        if (holdId && cost > 0n) await loseHold(db, { holdId, estimate: cost });
        else if (holdId) await release(db, holdId);
        await tellBreaker(db, error);
        for (const note of noteRate(db, usage)) await db.executeQuery(note);
      });
      await ended.catch((failed: unknown) =>
        ctx.log.warn("The end of a call could not be booked; the sweep will.", { error: failed }),
      );
    },
  };
}

/** Errors that say nothing about the provider: the call was stopped from here, or something broke here. */
const isSilent = ({ code }: AppError): boolean => ["run_cancelled", "lease_lost", "internal"].includes(code);
