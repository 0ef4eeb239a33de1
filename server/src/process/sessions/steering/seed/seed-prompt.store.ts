import type { ProjectId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** The seed prompt of a stage that has not started. Rows never change; a rebuilt prompt becomes a new version. */
export type SeedPromptRow = { version: number; text: string; built_at: Date };

type At = { session_id: SessionId; iteration: number; stage: string };

export async function newestSeed(db: Tx, at: At): Promise<SeedPromptRow | undefined> {
  const { rows } = await sql<SeedPromptRow>`
    select version, text, built_at
    from seed_prompts
    where session_id = ${at.session_id} and iteration = ${at.iteration} and stage = ${at.stage}
    order by version desc
    limit 1`.execute(db);
  return rows[0];
}

export async function insertSeed(
  db: Tx,
  row: At & { owner_id: UserId; project_id: ProjectId; version: number; text: string },
): Promise<void> {
  await db.insertInto("seed_prompts").values(row).execute();
}

/** The sessions of a project whose next stage has not started and has a stored seed prompt. */
export async function sessionsWithSeeds(db: Tx, projectId: ProjectId): Promise<SessionId[]> {
  const { rows } = await sql<{ id: SessionId }>`
    select s.id
    from sessions s
    where s.project_id = ${projectId} and s.status <> 'archived'
      and exists (
        select from seed_prompts p
        where p.session_id = s.id and p.iteration = s.iteration and p.stage = s.current_stage)
      and not exists (
        select from stage_runs r
        where r.session_id = s.id and r.iteration = s.iteration and r.stage = s.current_stage)
    order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}
