import type { ContributionId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { AppError, type Tx } from "#platform";

/** A document the planners may hand to a step. */
export type SourceDocument = {
  id: ContributionId;
  type: string;
  stage: string;
  model: string;
  /** The thesis it descends from (itself for a thesis); null where several were merged. */
  lineageId: ContributionId | null;
  workKey: string;
};

/** A document as it goes into a prompt: its text, and no path or front matter that would tell its author. */
export type SourceText = {
  id: ContributionId;
  type: string;
  model: string;
  lineageModel: string | null;
  title: string;
  markdown: string;
};

/**
 * The whole documents of these stages, in the order of the session's models. Of several for one piece of work
 * (one was regenerated) the newest counts.
 */
export async function sourceDocuments(
  db: Tx,
  input: { sessionId: SessionId; iteration: number; stages: readonly string[] },
): Promise<SourceDocument[]> {
  const { rows } = await sql<SourceDocument>`
    select id, type, stage, model, "lineageId", "workKey"
    from (
      select distinct on (c.stage, c.work_key)
        c.id, c.output_type as type, c.stage, c.model, c.lineage_id as "lineageId", c.work_key as "workKey",
        array_position(s.models, c.model) as place
      from documents d
      join contributions c on c.id = d.contribution_id
      join sessions s on s.id = c.session_id
      where d.kind = 'whole' and c.session_id = ${input.sessionId} and c.iteration = ${input.iteration}
        and c.stage = any (${[...input.stages]}::text[])
      order by c.stage, c.work_key, c.n desc
    ) newest
    order by array_position(${[...input.stages]}::text[], stage), place nulls last, "workKey" collate "C"`.execute(db);
  return rows;
}

/** The texts of these documents, in this order. */
export async function sourceTexts(db: Tx, ids: readonly ContributionId[]): Promise<SourceText[]> {
  const { rows } = await sql<SourceText>`
    select c.id, c.output_type as type, c.model, origin.model as "lineageModel", d.title, d.markdown
    from documents d
    join contributions c on c.id = d.contribution_id
    left join contributions origin on origin.id = c.lineage_id
    where d.kind = 'whole' and d.contribution_id = any (${[...ids]}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const text = byId.get(id);
    if (!text) throw new AppError("missing_input", `The document ${id}, which this step reads, does not exist.`);
    return text;
  });
}
