import type { JobId } from "@dialectic/contract";
import { type CompiledQuery, sql } from "kysely";
import type { Tx } from "#platform";
import {
  type HeldRow,
  type HoldId,
  type HoldInput,
  type HoldOutcome,
  heldColumns,
  holdArguments,
  toHoldOutcome,
} from "#wallet";

type Wanted = {
  job: { id: JobId; fence: bigint } | null;
  /** Null if the call costs nothing. */
  hold: HoldInput | null;
  model: string;
  tokens: number;
  /** For a call without a job: who holds its concurrency slots, and for how long. */
  slots: SlotLease;
};

export type SlotLease = { holder: string; leaseMs: number };

/**
 * Checks the job's lease, holds the money and counts the call against the rate limits, in one statement: all three
 * succeed, or none does.
 */
export async function authorize(
  db: Tx,
  { job, hold, model, tokens, slots }: Wanted,
): Promise<{ waitMs: number; held: HoldOutcome | null }> {
  const money = hold && holdArguments(hold);
  const { rows } = await sql<HeldRow & { waitMs: number }>`
    select wait_ms as "waitMs", ${heldColumns}
    from authorize_call(${job?.id ?? null}, ${job?.fence ?? null}, ${money?.request ?? null}::text::jsonb,
      ${money?.share ?? null}, ${money?.upTo ?? null}, ${model}, ${Math.ceil(tokens)},
      ${slots.holder}, ${slots.leaseMs})`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("authorize_call returned no row.");
  return { waitMs: row.waitMs, held: hold && row.waitMs === 0 ? toHoldOutcome(row) : null };
}

/** Renews the hold and slots of a call without a job while the call runs. */
export async function renewCall(db: Tx, { holdId, slots }: { holdId: HoldId | null; slots: SlotLease }): Promise<void> {
  await sql`
    select renew_slots(array[${slots.holder}::text], ${slots.leaseMs}),
      renew_hold(${holdId}::uuid, ${slots.leaseMs})`.execute(db);
}

export const freeingSlots = (db: Tx, holder: string): CompiledQuery =>
  sql`select free_slots(array[${holder}::text])`.compile(db);
