import type { ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { AppError, type Tx } from "#platform";
import type { InStage } from "./paths/stored-file.ts";

type At = { sessionId: SessionId; iteration: number; stage: string };

/**
 * The folder of a stage, numbered by the stage's position in the session's process. Stages that run in parallel are sorted
 * by key.
 */
export async function placeOfStage(db: Tx, at: At): Promise<InStage> {
  const { rows } = await sql<Place>`${places} where s.id = ${at.sessionId} and o.stage = ${at.stage}`.execute(db);
  return placeAt(at, rows[0]);
}

/** Reads the folders of all of a project's stages at once. */
export async function placesOfStages(db: Tx, projectId: ProjectId): Promise<(at: At) => InStage> {
  const { rows } = await sql<Place>`${places} where s.project_id = ${projectId}`.execute(db);
  return (at) =>
    placeAt(
      at,
      rows.find((row) => row.session_id === at.sessionId && row.stage === at.stage),
    );
}

type Place = { session_id: SessionId; session: string; stage: string; position: number };

const places = sql`
  select s.id as session_id, s.short_id as session, o.stage, o.position
  from sessions s
  cross join lateral (
    select stage, row_number() over (order by place, stage collate "C")::int as position
    from stage_order(s.process_template_id)
  ) o`;

function placeAt({ sessionId, iteration, stage }: At, found: Place | undefined): InStage {
  if (found) return { session: found.session, position: found.position, iteration, stage };
  throw new AppError("not_found", `There is no stage ${stage} in a session ${sessionId}, or the session is not yours.`);
}
