import { UserId } from "@dialectic/contract";
import type { Database } from "#platform";
import { insertUser } from "./user.store.ts";

/** This id is the same in every data folder, so that a database can be moved between machines. */
export const localUserId: UserId = UserId.parse("00000000-0000-7000-8000-000000000001");

/** Creates the local user's row if it does not exist. */
export async function ensureLocalUser(database: Database): Promise<UserId> {
  await database.asOwner((db) => insertUser(db, { id: localUserId, name: "you" }));
  return localUserId;
}
