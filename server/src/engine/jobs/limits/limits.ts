import type { Database } from "#platform";
import type { LimitKey } from "./limits.store.ts";
import * as store from "./limits.store.ts";

/** The limit keys that apply to a call of this model. */
export const limitKeys = (model: string): LimitKey[] => [`model:${model}`, `provider:${model.split("/")[0]}`];

/**
 * Allows at most `max` calls at once under a key, over all processes; null removes the limit. This is a setting of the
 * installation, not of a user. A job gets its slots with its lease. A call outside a job leases them (`takeSlots`), renews
 * them while it runs and frees them when it ends. If the caller dies, they are freed when the lease expires.
 */
export async function setConcurrencyLimit(
  database: Database,
  limit: { key: LimitKey; max: number | null },
): Promise<void> {
  const { key, max } = limit;
  await database.asOwner((db) => (max === null ? store.deleteLimit(db, key) : store.upsertLimit(db, { key, max })));
}
