import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { AppError, type Tx } from "#platform";

export async function requireSession(db: Tx, id: SessionId): Promise<void> {
  const { rows } = await sql`select from sessions where id = ${id}`.execute(db);
  if (rows.length === 0) throw noSession(id);
}

/**
 * Takes the lock that a starting stage also takes, so that an answer or a choice is stored either before the stage starts or
 * after.
 */
export async function lockSession(db: Tx, id: SessionId): Promise<void> {
  const { rows } = await sql`select from sessions where id = ${id} for no key update`.execute(db);
  if (rows.length === 0) throw noSession(id);
}

export const noSession = (id: SessionId): AppError =>
  new AppError("not_found", `There is no session ${id}.`, { remedies: [{ do: "see-sessions" }] });
