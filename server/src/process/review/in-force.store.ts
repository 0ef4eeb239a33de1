import type { SessionId } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import type { AsOf } from "#documents";

/**
 * Selects a session's documents as of `asOf` (null means now), each in its newest version. Of several documents for the same
 * work order, only the newest is selected.
 */
export const inForce = ({ sessionId, asOf }: { sessionId: SessionId; asOf: AsOf }): RawBuilder<unknown> =>
  inForceWhere({ among: sql`c.session_id = ${sessionId}`, asOf });

/** Like `inForce`, but for the contributions (alias `c`) that satisfy the condition `among`. */
export const inForceWhere = ({ among, asOf }: { among: RawBuilder<unknown>; asOf: AsOf }): RawBuilder<unknown> => sql`
  select distinct on (c.session_id, c.iteration, c.stage, c.work_key)
    c.id as contribution_id, d.id as document_id, c.session_id, c.iteration, c.stage, c.model, c.lineage_id,
    coalesce((
      select max(v.version)
      from document_versions v
      where v.document_id = d.id and (${asOf}::timestamptz is null or v.edited_at <= ${asOf}::timestamptz)), 1) as version
  from documents d
  join contributions c on c.id = d.contribution_id
  where d.kind = 'whole' and not d.intermediate and (${among})
    and (${asOf}::timestamptz is null or d.created_at <= ${asOf}::timestamptz)
  order by c.session_id, c.iteration, c.stage, c.work_key, c.created_at desc, c.id desc`;
