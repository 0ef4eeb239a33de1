import { sql } from "kysely";
import type { Database } from "../../server/src/platform/index.ts";
import type { Call } from "./schedule.ts";

/**
 * A finished call: its position in the run, the time that its model was configured to take, and the time that it really
 * took.
 */
export type MadeCall = {
  id: string;
  chain: string;
  continuation: number;
  session: string;
  /** The index of the session's stage, from 0. */
  stage: number;
  /** The job id of the plan that planned the call or made it itself. */
  plan: string;
  /** The number of the wave within that plan. */
  wave: number;
  text: string;
  tokens: number;
  tookMs: number;
};

const made = sql<MadeCall>`
  with stages as (
    select id, session_id, row_number() over (partition by session_id order by created_at) - 1 as place
    from jobs
    where kind = 'plan' and parent_id is null
  )
  select calls.id, calls.chain_id as chain, calls.continuation, calls.session_id as session, stages.place::int as stage,
    case when first.kind = 'plan' then first.id else first.parent_id end as plan,
    case when first.kind = 'plan' then 1 else first.parent_step end as wave,
    contributions.text, contributions.output_tokens as tokens, model_calls.took_ms as "tookMs"
  from contributions
  join jobs as calls on calls.id = contributions.job_id
  join jobs as first on first.id = calls.chain_id
  join model_calls on model_calls.call_key = calls.id::text and model_calls.outcome = 'answered'
  join jobs as plans on plans.id = case when first.kind = 'plan' then first.id else first.parent_id end
  join stages on stages.id = plans.parent_id
  order by calls.created_at, calls.id`;

export async function readCalls(database: Database): Promise<MadeCall[]> {
  return (await database.asOwner((db) => made.execute(db))).rows;
}

/** The current time on the database's clock. */
export async function readClock(database: Database): Promise<Date> {
  const { rows } = await database.asOwner((db) => sql<{ at: Date }>`select clock_timestamp() as at`.execute(db));
  return rows[0]?.at ?? new Date(Number.NaN);
}

/** When the last plan ended; null while any plan is still running. */
export async function readEnd(database: Database): Promise<Date | null> {
  const ends = sql<{ open: number; failed: number; at: Date | null }>`
    select count(*) filter (where not job_is_over(status))::int as open,
      count(*) filter (where job_is_over(status) and status <> 'completed')::int as failed, max(finished_at) as at
    from jobs
    where kind = 'plan'`;
  const [found] = (await database.asOwner((db) => ends.execute(db))).rows;
  if (!found || found.failed > 0) throw new Error("A run did not finish.");
  return found.open === 0 ? found.at : null;
}

/**
 * Gives the calls of a run their dependencies: a continuation waits for the previous continuation, a wave for the previous
 * wave of its plan, a stage for the whole previous stage.
 */
export function withBarriers(calls: readonly MadeCall[], msOf: (call: MadeCall) => number): Call[] {
  const sessions = Map.groupBy(calls, (call) => call.session);
  return calls.map((call) => {
    const before = beforeIt(call, sessions.get(call.session) ?? []);
    return { id: call.id, after: before.map(({ id }) => id), ms: msOf(call) };
  });
}

function beforeIt(call: MadeCall, own: readonly MadeCall[]): MadeCall[] {
  if (call.continuation > 0)
    return own.filter((one) => one.chain === call.chain && one.continuation === call.continuation - 1);
  const waves = own.filter((one) => one.plan === call.plan && one.wave < call.wave);
  const lastWave = Math.max(...waves.map(({ wave }) => wave));
  if (waves.length > 0) return waves.filter(({ wave }) => wave === lastWave);
  const stages = own.filter((one) => one.stage < call.stage);
  const lastStage = Math.max(...stages.map(({ stage }) => stage));
  return stages.filter(({ stage }) => stage === lastStage);
}
