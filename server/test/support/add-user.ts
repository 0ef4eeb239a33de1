import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { type Database, newId } from "#platform";

/** Adds a user, so that tests that share a database do not see each other's rows. */
export async function addUser(database: Database, name = "someone"): Promise<UserId> {
  const id = newId<UserId>();
  await database.asOwner((db) => sql`insert into users (id, name) values (${id}, ${name})`.execute(db));
  return id;
}
