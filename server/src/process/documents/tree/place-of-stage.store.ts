import type { SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { AppError, type Tx } from "#platform";
import type { InStage } from "./stored-file.ts";

/** The folder of a stage, numbered by its place in the process the session began with; side by side, by key. */
export async function placeOfStage(
  db: Tx,
  at: { sessionId: SessionId; iteration: number; stage: string },
): Promise<InStage> {
  const { rows } = await sql<{ session: string; position: number }>`
    select s.short_id as session, o.position
    from sessions s
    cross join lateral (
      select stage, row_number() over (order by place, stage collate "C")::int as position
      from stage_order(s.process_template_id)
    ) o
    where s.id = ${at.sessionId} and o.stage = ${at.stage}`.execute(db);
  const row = rows[0];
  if (!row) {
    throw new AppError(
      "not_found",
      `There is no stage ${at.stage} in a session ${at.sessionId}, or the session is not yours.`,
    );
  }
  return { ...row, iteration: at.iteration, stage: at.stage };
}
