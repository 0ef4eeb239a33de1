import { sql } from "kysely";
import type { Tx } from "#platform";

/** Does nothing if the user exists. */
export async function insertUser(db: Tx, user: { id: string; name: string }): Promise<void> {
  await sql`
    insert into users (id, name)
    values (${user.id}, ${user.name})
    on conflict (id) do nothing
  `.execute(db);
}
