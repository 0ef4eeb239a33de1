import type { ContributionId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { AppError, type Tx } from "#platform";
import type { SourceDocument } from "#recipes";
import { combinedType } from "../contributions/combined-type.ts";

/** A document for a prompt. It has neither path nor front matter, because they would reveal its author. */
export type SourceText = {
  id: ContributionId;
  type: string;
  model: string;
  lineageModel: string | null;
  /** The number of the proposal that the document is or descends from; null if each model wrote one proposal. */
  proposal: number | null;
  title: string;
  /** The document's number in the session; null for documents from old exports. */
  number: number | null;
  markdown: string;
  /** Version 1 is the model's text; each edit by a person adds one. */
  version: number;
  /** The documents that a combined text combines, in the order of the session's models; empty for any other text. */
  combines: (Pick<SourceText, "id" | "type" | "model" | "lineageModel" | "proposal"> & { version: number })[];
};

/** A database time with microseconds; changes made after it are not visible. If null, all changes are visible. */
export type AsOf = string | null;

/**
 * The whole documents of these stages, in the order of the session's models. If several were written for one work order, only
 * the newest is returned; descendants of a regenerated thesis are returned as descendants of the new one. Documents of stages
 * other than `ownStage` must have existed at `asOf`. For a stage that a further iteration does not repeat, the documents of
 * the last iteration with that stage are returned.
 */
export async function sourceDocuments(
  db: Tx,
  input: { sessionId: SessionId; iteration: number; stages: readonly string[]; ownStage?: string; asOf?: AsOf },
): Promise<SourceDocument[]> {
  const { ownStage = null, asOf = null } = input;
  const { rows } = await sql<SourceDocument>`
    with lap as (
      select stage, max(iteration) as iteration
      from contributions
      where session_id = ${input.sessionId} and iteration <= ${input.iteration}
        and (iteration = ${input.iteration} or stage is distinct from ${ownStage})
      group by stage
    ), newest as (
      select distinct on (c.stage, c.work_key)
        c.id, c.output_type, c.stage, c.model, c.lineage_id, c.work_key, c.proposal,
        array_position(s.models, c.model) as place
      from documents d
      join contributions c on c.id = d.contribution_id
      join sessions s on s.id = c.session_id
      join lap on lap.stage = c.stage and lap.iteration = c.iteration
      where d.kind = 'whole' and c.session_id = ${input.sessionId}
        and (${asOf}::timestamptz is null or c.stage = ${ownStage} or d.created_at <= ${asOf}::timestamptz)
      order by c.stage, c.work_key, c.created_at desc, c.id desc
    )
    select one.id, one.output_type as type, one.stage, one.model, coalesce(thesis.id, one.lineage_id) as "lineageId",
      one.work_key as "workKey", one.proposal
    from newest one
    left join contributions origin on origin.id = one.lineage_id
    left join newest thesis on thesis.stage = origin.stage and thesis.work_key = origin.work_key
    where one.stage = any (${[...input.stages]}::text[])
    order by array_position(${[...input.stages]}::text[], one.stage), one.place nulls last, one.work_key collate "C"`.execute(
    db,
  );
  return rows;
}

const combines = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'type', one.output_type, 'model', one.model,
    'lineageModel', root.model, 'proposal', coalesce(one.proposal, root.proposal), 'version', o.source_version)
    order by array_position(s.models, one.model), one.work_key collate "C", one.id), '[]')
  from combined_origins(c.id) o
  join contributions one on one.id = o.source_id
  join sessions s on s.id = one.session_id
  left join contributions root on root.id = one.lineage_id`;

/** The texts of these documents in the given order, with the edits made until `asOf`. */
export async function sourceTexts(
  db: Tx,
  ids: readonly ContributionId[],
  { asOf = null }: { asOf?: AsOf } = {},
): Promise<SourceText[]> {
  const { rows } = await sql<SourceText>`
    select c.id, c.output_type as type, c.model, origin.model as "lineageModel", coalesce(c.proposal, origin.proposal) as proposal, d.title, c.number,
      coalesce(v.markdown, d.markdown) as markdown, coalesce(v.version, 1) as version,
      case when c.output_type = ${combinedType} then (${combines}) else '[]'::jsonb end as combines
    from documents d
    join contributions c on c.id = d.contribution_id
    left join contributions origin on origin.id = c.lineage_id
    left join lateral (
      select markdown, version
      from document_versions
      where document_id = d.id and (${asOf}::timestamptz is null or edited_at <= ${asOf}::timestamptz)
      order by version desc
      limit 1
    ) v on true
    where d.kind = 'whole' and d.contribution_id = any (${[...ids]}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const text = byId.get(id);
    if (!text) throw new AppError("missing_input", `The document ${id}, which this step reads, does not exist.`);
    return text;
  });
}
