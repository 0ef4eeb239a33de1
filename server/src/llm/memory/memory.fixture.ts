import type { ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { type Database, newId, type UserDb } from "#platform";
import { addUser } from "#test";
import type { Embedder } from "./embed/embedder.ts";

export type Owner = { userId: UserId; db: UserDb; embedder: Embedder | null; projectId: ProjectId };

/** A user with a project of their own. */
export async function addOwner(database: Database): Promise<Owner> {
  const userId = await addUser(database);
  const db = database.as(userId);
  return { userId, db, embedder: null, projectId: await addProject(db) };
}

export async function addProject(db: UserDb): Promise<ProjectId> {
  const id = newId<ProjectId>();
  await db.tx((tx) =>
    sql`insert into projects (id, owner_id, name, slug, brief, brief_name, process)
      values (${id}, ${db.userId}, 'Hedge', ${`hedge-${id}`}, 'Plant a hedge.', 'hedge', 'brief')`.execute(tx),
  );
  return id;
}
