import type { ContributionId, ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** An iteration whose last stage is written and submitted: what the readme, the settings and the board tell of. */
export type CompleteIteration = {
  session_id: SessionId;
  short_id: string;
  iteration: number;
  last_stage: string;
  models: string[];
  lead_model: string;
  process_template_id: string;
  /** Null: the session is older than domains. */
  domain_id: string | null;
  process_name: string;
  process_version: number;
  calls: number;
  turns: number;
};

/** In the order in which they were completed, so that a later one never renumbers an earlier one's board. */
export async function completeIterations(db: Tx, projectId: ProjectId): Promise<CompleteIteration[]> {
  const { rows } = await sql<CompleteIteration>`
    select s.id as session_id, s.short_id, r.iteration, r.stage as last_stage, s.models, s.lead_model,
      s.process_template_id, s.domain_id, p.name as process_name, p.version as process_version,
      count(distinct c.root_id)::int as calls, count(c.id)::int as turns
    from stage_runs r
    join sessions s on s.id = r.session_id
    join process_templates p on p.id = s.process_template_id
    left join contributions c on c.session_id = s.id and c.iteration = r.iteration
    where s.project_id = ${projectId} and r.status = 'completed'
      and (r.iteration < s.iteration or s.status in ('iteration_complete', 'archived'))
      and not exists (
        select from stage_transitions t
        where t.process_template_id = s.process_template_id and t.from_stage = r.stage
      )
    group by s.id, r.id, p.id
    order by coalesce(r.submitted_at, r.finished_at), r.id`.execute(db);
  return rows;
}

export type ReadableDocument = {
  session_id: SessionId;
  iteration: number;
  stage: string;
  contribution_id: ContributionId;
  kind: "whole" | "artifact";
  /** The artifact's key; null for a whole document. */
  artifact: string | null;
  title: string;
  model: string;
  n: number;
  path: string;
};

/** What a reader should find in the index: nothing intermediate, and nothing that was regenerated. */
export async function readableDocuments(db: Tx, projectId: ProjectId): Promise<ReadableDocument[]> {
  const { rows } = await sql<ReadableDocument>`
    select d.session_id, d.iteration, d.stage, d.contribution_id, d.kind, d.artifact, d.title, d.model, c.n, d.path
    from current_documents d
    join contributions c on c.id = d.contribution_id
    where d.project_id = ${projectId} and not d.intermediate
      and not exists (
        select from contributions newer
        join documents written on written.contribution_id = newer.id and written.kind = 'whole'
        where newer.session_id = c.session_id and newer.iteration = c.iteration and newer.stage = c.stage
          and newer.work_key = c.work_key and (newer.created_at, newer.id) > (c.created_at, c.id)
      )
    order by d.path collate "C"`.execute(db);
  return rows;
}

/** The rows in use, keyed by table; other rows are named by key and version, as ids differ between databases. */
export async function settingsRows(
  db: Tx,
  used: readonly Pick<CompleteIteration, "process_template_id" | "domain_id">[],
): Promise<Record<string, unknown[]>> {
  const ids = [...new Set(used.map((one) => one.process_template_id))];
  const domains = [...new Set(used.flatMap((one) => one.domain_id ?? []))];
  const { rows } = await sql<Record<string, unknown[]>>`
    with process_templates as (
      select id, plain_key(key) as key, version, name, about, iterate_from, sha256 from process_templates
    ), recipes as (
      select id, plain_key(key) as key, version, definition, sha256 from recipes
    ), prompt_templates as (
      select id, plain_key(key) as key, version, body, sha256 from prompt_templates
    ), domains as (
      select id, plain_key(key) as key, version, name, about, default_process, overlay, sha256 from domains
    ), used_stages as (
      select s.*, p.key as process_key, p.version as process_version, r.key as recipe_key, r.version as recipe_version
      from stages s
      join process_templates p on p.id = s.process_template_id
      join recipes r on r.id = s.recipe_id
      where s.process_template_id = any (${ids}::uuid[])
    )
    select
      (select json_agg(json_build_object('key', key, 'version', version, 'name', name, 'about', about,
          'default_process', default_process, 'overlay', overlay, 'sha256', sha256) order by key collate "C", version)
        from domains where id = any (${domains}::uuid[])) as domains,
      (select json_agg(json_build_object('domain', d.key, 'domain_version', d.version, 'process', p.process)
          order by d.key collate "C", d.version, p.position)
        from domain_processes p
        join domains d on d.id = p.domain_id
        where d.id = any (${domains}::uuid[])) as domain_processes,
      (select json_agg(json_build_object('key', key, 'version', version, 'name', name, 'about', about, 'iterate_from', iterate_from, 'sha256', sha256) order by key collate "C", version)
        from process_templates where id = any (${ids}::uuid[])) as process_templates,
      (select json_agg(json_build_object('process', process_key, 'process_version', process_version, 'key', key, 'name', name,
          'about', about, 'convergence', convergence, 'recipe', recipe_key, 'recipe_version', recipe_version) order by process_key collate "C", process_version, key collate "C")
        from used_stages) as stages,
      (select json_agg(json_build_object('process', p.key, 'process_version', p.version, 'from_stage', t.from_stage, 'to_stage', t.to_stage)
          order by p.key collate "C", p.version, t.from_stage collate "C" nulls first, t.to_stage collate "C")
        from stage_transitions t
        join process_templates p on p.id = t.process_template_id
        where p.id = any (${ids}::uuid[])) as stage_transitions,
      (select json_agg(json_build_object('key', key, 'version', version, 'definition', definition, 'sha256', sha256) order by key collate "C", version)
        from recipes where id in (select recipe_id from used_stages)) as recipes,
      (select json_agg(json_build_object('key', key, 'version', version, 'body', body, 'sha256', sha256) order by key collate "C", version)
        from prompt_templates
        where id in (select prompt_template_id from recipe_prompts where recipe_id in (select recipe_id from used_stages))) as prompt_templates`.execute(
    db,
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([table, found]) => [table, found ?? []]));
}
