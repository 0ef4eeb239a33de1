import { AppError, type Database, joinTransaction, sha256, type UserDb } from "#platform";
import * as store from "./request-key.store.ts";

export type Once = { answer: string; isRepeated: boolean };

/**
 * Handles a request under its idempotency key, or returns the first answer again. All transactions that `act` starts join
 * this one, so its writes, the key and the answer are committed together.
 */
export async function answerOnce<Ctx extends { db: UserDb }>(
  ctx: Ctx,
  input: { key: string; request: unknown; act: (ctx: Ctx) => Promise<string> },
): Promise<Once> {
  assertKey(input.key);
  const hash = sha256(JSON.stringify(input.request));
  return ctx.db.tx(async (db) => {
    if (await store.takeKey(db, { key: input.key, sha256: hash })) {
      const answer = await input.act({ ...ctx, db: joinTransaction(db, ctx.db.userId) });
      await store.keepAnswer(db, { key: input.key, answer });
      return { answer, isRepeated: false };
    }
    const found = await store.findAnswer(db, input.key);
    if (found?.sha256 === hash) return { answer: found.answer, isRepeated: true };
    throw new AppError(
      "conflict",
      `The idempotency key "${input.key}" was used for another request. Use a new key for each request.`,
    );
  });
}

function assertKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw new AppError("invalid_input", "An idempotency key is 1 to 255 letters, digits or symbols, without spaces.");
}

/** Deletes the expired keys of all users. Returns their number. */
export const deleteOldKeys = (database: Database): Promise<number> => database.asSystem(store.deleteOldKeys);
