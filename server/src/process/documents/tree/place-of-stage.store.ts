import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { AppError, type Tx } from "#platform";
import { type InStage, knownStageNumber } from "./stored-file.ts";

/** The folder of a stage. A stage that is not one of the five is numbered by its place among the transitions. */
export async function placeOfStage(
  db: Tx,
  at: { sessionId: SessionId; iteration: number; stage: string },
): Promise<InStage> {
  const { rows } = await sql<{ short_id: string; place: number | null }>`
    with recursive walk as (
      select t.process_template_id, t.to_stage, 1 as place
      from stage_transitions t
      join sessions s on s.process_template_id = t.process_template_id
      where s.id = ${at.sessionId} and t.from_stage is null
      union
      select t.process_template_id, t.to_stage, walk.place + 1
      from walk
      join stage_transitions t on t.process_template_id = walk.process_template_id and t.from_stage = walk.to_stage
      where walk.place < 100
    )
    select short_id, (select min(place) from walk where to_stage = ${at.stage}) as place
    from sessions
    where id = ${at.sessionId}`.execute(db);
  const row = rows[0];
  if (!row) throw new AppError("not_found", `There is no session ${at.sessionId}, or it is not yours.`);
  const position = knownStageNumber(at.stage) ?? row.place ?? 0;
  return { session: row.short_id, iteration: at.iteration, position, stage: at.stage };
}
