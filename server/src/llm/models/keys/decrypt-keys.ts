import { AppError, type UserDb } from "#platform";
import type { ModelSettings, StoredKey } from "../providers/model-settings.ts";
import { decryptKey, encryptKey } from "./encrypt-key.ts";
import { type MasterKey, readMasterKeys } from "./master-keys.ts";
import { type KeyRow, replaceCiphertext } from "./provider-keys.store.ts";

/**
 * Decrypts the user's keys. For a key that cannot be decrypted, it returns the reason instead of throwing, so that models of
 * other providers stay usable.
 */
export async function decryptKeys(
  db: UserDb,
  rows: readonly KeyRow[],
  settings: ModelSettings,
): Promise<Map<string, StoredKey>> {
  if (rows.length === 0) return new Map(); // a user without keys needs no master key
  const masters = mastersOrProblem(settings);
  if (typeof masters === "string") return new Map(rows.map(({ provider }) => [provider, unusable(masters)]));
  const decrypted = rows.map((row) => ({ row, stored: decryptRow(row, masters, db.userId) }));
  await reencryptOld(db, decrypted, masters);
  return new Map(decrypted.map(({ row, stored }) => [row.provider, stored]));
}

const unusable = (problem: string): StoredKey => ({ key: null, problem });

function mastersOrProblem(settings: ModelSettings): MasterKey[] | string {
  try {
    return readMasterKeys(settings);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function decryptRow(row: KeyRow, masters: readonly MasterKey[], ownerId: string): StoredKey {
  const { provider } = row;
  const advice = "store it again.";
  const master = masters.find(({ id }) => id === row.masterKeyId);
  if (!master) {
    return unusable(
      `the master key that encrypted it is missing. Set DIALECTIC_SECRET_KEY to that master key, or ${advice}`,
    );
  }
  const key = decryptKey(master, row.ciphertext, { ownerId, provider });
  if (key === null) return unusable(`it is damaged, or was stored for another user or provider: ${advice}`);
  return { key, problem: null };
}

/** Encrypts keys again that were encrypted with an older master key, so that the older master key can be dropped. */
async function reencryptOld(
  db: UserDb,
  decrypted: readonly { row: KeyRow; stored: StoredKey }[],
  [first]: readonly MasterKey[],
): Promise<void> {
  const old = decrypted.flatMap(({ row, stored }) =>
    first && stored.key !== null && row.masterKeyId !== first.id
      ? {
          provider: row.provider,
          previous: row.ciphertext,
          ciphertext: encryptKey(first, stored.key, { ownerId: db.userId, provider: row.provider }),
          masterKeyId: first.id,
        }
      : [],
  );
  if (old.length === 0) return;
  await db.tx(async (tx) => {
    for (const row of old) await replaceCiphertext(tx, row);
  });
}
