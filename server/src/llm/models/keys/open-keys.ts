import { AppError, type UserDb } from "#platform";
import type { ModelSettings, StoredKey } from "../providers/model-settings.ts";
import { type MasterKey, readMasterKeys } from "./master-keys.ts";
import { type KeyRow, replaceSeal } from "./provider-keys.store.ts";
import { seal, unseal } from "./seal.ts";

/** The user's keys, opened. One that does not open says why: other models go on without it. */
export async function openKeys(
  db: UserDb,
  rows: readonly KeyRow[],
  settings: ModelSettings,
): Promise<Map<string, StoredKey>> {
  if (rows.length === 0) return new Map(); // then no master key is needed, nor made
  const masters = mastersOrProblem(settings);
  if (typeof masters === "string") return new Map(rows.map(({ provider }) => [provider, closed(masters)]));
  const opened = rows.map((row) => ({ row, ...open(row, masters, db.userId) }));
  await resealOld(db, opened, masters);
  return new Map(opened.map(({ row, stored }) => [row.provider, stored]));
}

const closed = (problem: string): StoredKey => ({ key: null, problem });

function mastersOrProblem(settings: ModelSettings): MasterKey[] | string {
  try {
    return readMasterKeys(settings);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function open(row: KeyRow, masters: readonly MasterKey[], ownerId: string): { stored: StoredKey } {
  const { provider } = row;
  const advice = "store it again.";
  const master = masters.find(({ id }) => id === row.masterKeyId);
  if (!master) {
    const why = `the master key it was sealed with is not here. Set DIALECTIC_SECRET_KEY to that one, or ${advice}`;
    return { stored: closed(why) };
  }
  const key = unseal(master, row.sealed, { ownerId, provider });
  return {
    stored: key === null ? closed(`it is damaged, or was stored for somebody else: ${advice}`) : { key, problem: null },
  };
}

/** What an older master key sealed is sealed again with the first, so that one day the older one can be dropped. */
async function resealOld(
  db: UserDb,
  opened: readonly { row: KeyRow; stored: StoredKey }[],
  [first]: readonly MasterKey[],
): Promise<void> {
  const old = opened.flatMap(({ row, stored }) =>
    first && stored.key !== null && row.masterKeyId !== first.id
      ? {
          provider: row.provider,
          was: row.sealed,
          sealed: seal(first, stored.key, { ownerId: db.userId, provider: row.provider }),
          masterKeyId: first.id,
        }
      : [],
  );
  if (old.length === 0) return;
  await db.tx(async (tx) => {
    for (const row of old) await replaceSeal(tx, row);
  });
}
