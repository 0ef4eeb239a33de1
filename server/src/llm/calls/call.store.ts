import type { JobId } from "@dialectic/contract";
import { type CompiledQuery, sql } from "kysely";
import type { Counting, Usage } from "#models";
import { newId, type Tx } from "#platform";
import type { CallScope, HoldId } from "#wallet";

export type CallRow = {
  key: string;
  attempt: string;
  model: string;
  /** The frozen terms that the call's hold and charge are based on; null if the call belongs to no session. */
  termsId: string | null;
  scope: CallScope;
  outcome: { finishReason: string } | { errorCode: string };
  /** Null if the call used nothing that a provider bills. */
  usage: Usage | null;
  countedInputTokens: number;
  countedBy: Counting | null;
  holdId: HoldId | null;
  cost: bigint;
  tookMs: number;
  /**
   * For a prompt that was refused as too long: its size by the provider's count. The provider does not bill such a
   * prompt.
   */
  refusedTokens?: { inputTokens: number; estimated: boolean } | undefined;
};

/** Keyed by attempt, so that a repeated insertion still leaves a single row. */
export const insertion = (db: Tx, { scope, usage, outcome, refusedTokens, ...call }: CallRow): CompiledQuery =>
  db
    .insertInto("model_calls")
    .values({
      id: newId(),
      owner_id: sql`acting_user()`,
      call_key: call.key,
      attempt: call.attempt,
      model: call.model,
      terms_id: call.termsId,
      project_id: scope.projectId ?? null,
      session_id: scope.sessionId ?? null,
      stage: scope.stage ?? null,
      chain_id: scope.chainId ?? null,
      exchange_id: scope.exchangeId ?? null,
      outcome: "errorCode" in outcome ? "failed" : "answered",
      finish_reason: "finishReason" in outcome ? outcome.finishReason : null,
      error_code: "errorCode" in outcome ? outcome.errorCode : null,
      input_tokens: (usage ?? refusedTokens)?.inputTokens ?? null,
      cached_input_tokens: usage?.cachedInputTokens ?? null,
      cache_write_tokens: usage?.cacheWriteTokens ?? null,
      output_tokens: usage?.outputTokens ?? null,
      reasoning_tokens: usage?.reasoningTokens ?? null,
      tokens_estimated: (usage ?? refusedTokens)?.estimated ?? false,
      counted_input_tokens: call.countedInputTokens,
      counted_by: call.countedBy,
      hold_id: call.holdId,
      cost: call.cost,
      took_ms: Math.round(call.tookMs),
    })
    .onConflict((conflict) => conflict.columns(["owner_id", "call_key", "attempt"]).doNothing())
    .compile();

/** Prompts with fewer tokens than this are left out, because the text that the provider adds distorts their ratio. */
const leastTokens = 500;

export type Ratio = { ratio: number; isRefused: boolean };

/**
 * For the model's latest prompts, the ratio of reported to counted tokens. Prompts without a reported count are left out.
 * A prompt that was refused as too long counts with the size that the refusal reported or, without one, an estimate.
 */
export async function ratiosOf(db: Tx, { model, limit }: { model: string; limit: number }): Promise<Ratio[]> {
  const { rows } = await sql<Ratio>`
    with latest as (
      select at, input_tokens::float8 / counted_input_tokens as ratio
      from model_calls
      where owner_id = acting_user() and model = ${model}
        and counted_by is not null and not tokens_estimated and input_tokens is not null
        and counted_input_tokens >= ${leastTokens}
      order by at desc
      limit ${limit})
    select ratio, false as "isRefused" from latest
    union all
    select input_tokens::float8 / counted_input_tokens, true
    from model_calls
    where owner_id = acting_user() and model = ${model} and error_code = 'context_window'
      and counted_by is not null and input_tokens is not null and counted_input_tokens >= ${leastTokens}
      and at >= coalesce((select min(at) from latest having count(*) = ${limit}), '-infinity')`.execute(db);
  return rows;
}

/** The number of attempts of this call that failed with this error. */
export async function failuresOf(db: Tx, key: string, code: "context_window" | "empty_answer"): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from model_calls
    where owner_id = acting_user() and call_key = ${key} and error_code = ${code}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The booked cost of the answers to calls with these keys. */
export async function costOfCalls(db: Tx, keys: readonly string[]): Promise<bigint> {
  const { rows } = await sql<{ cost: string }>`
    select coalesce(sum(cost), 0)::text as cost
    from model_calls
    where call_key = any (${[...keys]}::text[]) and outcome = 'answered'`.execute(db);
  return BigInt(rows[0]?.cost ?? 0);
}

/** Returns false, and publishes nothing, if another worker has taken over the job. */
export async function publishText(
  db: Tx,
  { job, from, text }: { job: { id: JobId; fence: bigint }; from: number; text: string },
): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`
    select tell_text(${job.id}, ${job.fence}, ${from}, ${text}) as told`.execute(db);
  return rows[0]?.told ?? false;
}

export async function deleteTexts(db: Tx, olderThanMs: number): Promise<void> {
  await sql`select forget_texts(make_interval(secs => ${olderThanMs / 1000}))`.execute(db);
}
