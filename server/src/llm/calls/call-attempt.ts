import { correcting, isOutage, type LearnedRate, releaseProbe, reportFailure, reportingAnswer } from "#jobs";
import { priceOf, type ReadyEmbedding, type ReadyModel, type Usage } from "#models";
import { type AppError, type BeforeCommit, type Tx, uuidv7 } from "#platform";
import { type HoldId, loseHold, losing, release, settling } from "#wallet";
import { freeingSlots, renewCall } from "./authorize-call.store.ts";
import { authorizeCall } from "./authorize-call.ts";
import { type CallRow, insertion } from "./call.store.ts";
import type { CallCtx, CallIdentity, Charge, Refusal } from "./call.ts";
import type { HoldEstimate } from "./estimate-hold.ts";

type Failure = {
  error: AppError;
  /** The usage that the provider may bill; null if there is none. */
  usage: Usage | null;
  refusedTokens?: CallRow["refusedTokens"];
};

/** One attempt of a call, from its authorization to its charge or failure. End it once: with `charge` or with `fail`. */
export type CallAttempt = {
  ok: true;
  /** The adapter calls this with the rate limits that the provider reported. */
  onRate(learned: LearnedRate): void;
  /** Computes the price of the answer from the prices that the hold was made with. */
  charge(answer: { usage: Usage; finishReason: string }): Charge;
  /** Releases the hold, or books the cost as lost if the provider may bill the failed call. */
  fail(failure: Failure): Promise<void>;
};

/**
 * Authorizes an attempt of a call. Every request to a provider, and every record of a request, goes through this function.
 */
export async function beginAttempt(
  ctx: CallCtx,
  call: CallIdentity & { model: ReadyModel | ReadyEmbedding },
  estimate: HoldEstimate,
): Promise<CallAttempt | Refusal> {
  // One attempt per fencing number, because a worker that takes over the job makes a new attempt.
  const attempt = call.job ? String(call.job.fence) : uuidv7();
  const slots = { holder: `call:${attempt}`, leaseMs };
  const authorized = await authorizeCall(ctx, call, { ...estimate, attempt, slots });
  if (!authorized.ok) return authorized;
  const { holdId } = authorized;
  const lease = call.job ? null : keepLease(ctx, { holdId, slots });
  const { id: model, prices, termsId = null } = call.model.terms;
  const startedAt = performance.now();
  let rate: LearnedRate | undefined;

  const row = (usage: Usage | null): Omit<CallRow, "cost" | "outcome"> => ({
    ...{ key: call.key, scope: call.scope, attempt, model, termsId, holdId, usage },
    ...{ countedInputTokens: estimate.countedTokens, countedBy: estimate.countedBy },
    tookMs: performance.now() - startedAt,
  });
  const answered = (db: Tx) => reportingAnswer(db, { model, tookMs: performance.now() - startedAt });

  /** Records the limits that the provider reported, and replaces the reserved tokens with those actually used. */
  function correctRates(db: Tx, usage: Usage | null): ReturnType<BeforeCommit> {
    const used = usage ? usage.inputTokens + usage.outputTokens : 0;
    return correcting(db, { model, reserved: estimate.reservedTokens, used, learned: rate });
  }

  /** Reports the failure to the circuit breaker, which holds back the model's jobs while its provider is down. */
  async function updateBreaker(db: Tx, error: AppError): Promise<void> {
    if (isOutage(error)) await reportFailure(db, { model, error, windowMs: ctx.retryWindowMs });
    else if (isLocal(error)) await releaseProbe(db, model);
    else await db.executeQuery(answered(db));
  }

  return {
    ok: true,
    onRate(learned) {
      rate = learned;
    },

    charge({ usage, finishReason }) {
      lease?.stop();
      const amount = priceOf(prices, usage);
      const ending =
        (
          outcome: CallRow["outcome"],
          endHold: (db: Tx, id: HoldId) => ReturnType<BeforeCommit>[number],
        ): BeforeCommit =>
        (db) => [
          insertion(db, { ...row(usage), cost: amount, outcome }),
          ...(holdId ? [endHold(db, holdId)] : []),
          answered(db),
          ...correctRates(db, usage),
          ...(lease ? [freeingSlots(db, slots.holder)] : []),
        ];
      const { estimated } = usage;
      return {
        amount,
        settle: ending({ finishReason }, (db, id) => settling(db, { holdId: id, actual: amount, estimated })),
        lose: ending({ errorCode: "internal" }, (db, id) => losing(db, { holdId: id, cost: amount })),
      };
    },

    // If another worker has taken over the job, this transaction is refused, and the sweep books the hold.
    async fail({ error, usage, refusedTokens }) {
      lease?.stop();
      const cost = usage ? priceOf(prices, usage) : 0n;
      const ended = ctx.tx(async (db) => {
        const outcome = { errorCode: error.code };
        await db.executeQuery(insertion(db, { ...row(usage), cost, outcome, refusedTokens }));
        if (holdId && cost > 0n) await loseHold(db, { holdId, estimate: cost });
        else if (holdId) await release(db, holdId);
        await updateBreaker(db, error);
        for (const query of correctRates(db, usage)) await db.executeQuery(query);
        if (lease) await db.executeQuery(freeingSlots(db, slots.holder));
      });
      await ended.catch((failed: unknown) =>
        ctx.log.warn("The outcome of a call could not be booked. The sweep will book it.", { error: failed }),
      );
    },
  };
}

/**
 * A call without a job keeps its hold and its slots this long after its process has stopped responding. A job's call
 * keeps them as long as the job is leased.
 */
const leaseMs = 60_000;

function keepLease({ db, log }: Pick<CallCtx, "db" | "log">, lease: Parameters<typeof renewCall>[1]): { stop(): void } {
  const timer = setInterval(() => {
    db.tx((tx) => renewCall(tx, lease), { single: true }).catch((error: unknown) =>
      log.warn("The lease of a call could not be renewed; the next round retries.", { error }),
    );
  }, leaseMs / 3);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Errors that say nothing about the provider, because this process stopped the call or caused the error. */
const isLocal = ({ code }: AppError): boolean => ["run_cancelled", "lease_lost", "internal"].includes(code);
