import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/**
 * The rows that the project's sessions started with, grouped by table. Rows refer to each other by key and version, because
 * ids differ between databases. `overlays` contains the overlays of the domains and of the project, and the merged overlay
 * of each session.
 */
export async function settingsRows(db: Tx, projectId: ProjectId): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<Record<string, unknown[]>>`
    with project as (
      select * from projects where id = ${projectId}
    ), process_templates as (
      select id, plain_key(key) as key, version, name, about, iterate_from, sha256 from process_templates
      where id in (select process_template_id from sessions where project_id = ${projectId})
    ), recipes as (
      select id, plain_key(key) as key, version, definition, sha256 from recipes
    ), prompt_templates as (
      select id, plain_key(key) as key, version, body, sha256 from prompt_templates
    ), domains as (
      select id, plain_key(key) as key, version, name, about, default_process, overlay, sha256 from domains
      where id in (select domain_id from sessions where project_id = ${projectId})
    ), used_sessions as (
      select s.id, s.short_id, s.models, s.overlay, p.key as process, p.version as process_version,
        d.key as domain, d.version as domain_version
      from sessions s
      join process_templates p on p.id = s.process_template_id
      left join domains d on d.id = s.domain_id
      where s.project_id = ${projectId}
    ), used_stages as (
      select s.*, p.key as process_key, p.version as process_version, r.key as recipe_key, r.version as recipe_version
      from stages s
      join process_templates p on p.id = s.process_template_id
      join recipes r on r.id = s.recipe_id
    ), used_prompts as (
      select r.key as recipe, r.version as recipe_version, u.prompt_key, t.*
      from recipe_prompts u
      join recipes r on r.id = u.recipe_id
      join prompt_templates t on t.id = u.prompt_template_id
      where u.recipe_id in (select recipe_id from used_stages)
    ), used_overlays as (
      select 1 as place, key as name, version, json_build_object('of', 'domain', 'domain', key, 'domain_version', version, 'overlay', overlay) as told
      from domains
      union all
      select 2, '', 0, json_build_object('of', 'project', 'overlay', overlay)
      from project
      union all
      select 3, id::text, 0, json_build_object('of', 'session', 'session', short_id, 'overlay', overlay)
      from used_sessions
    )
    select
      (select json_agg(json_build_object('name', name, 'domain', domain, 'process', process)) from project) as projects,
      (select json_agg(json_build_object('session', short_id, 'process', process, 'process_version', process_version,
          'domain', domain, 'domain_version', domain_version, 'models', models) order by id)
        from used_sessions) as sessions,
      (select json_agg(json_build_object('key', key, 'version', version, 'name', name, 'about', about,
          'default_process', default_process, 'overlay', overlay, 'sha256', sha256) order by key collate "C", version, sha256)
        from domains) as domains,
      (select json_agg(json_build_object('domain', d.key, 'domain_version', d.version, 'process', p.process)
          order by d.key collate "C", d.version, p.position)
        from domain_processes p
        join domains d on d.id = p.domain_id) as domain_processes,
      (select json_agg(json_build_object('key', key, 'version', version, 'name', name, 'about', about, 'iterate_from', iterate_from, 'sha256', sha256) order by key collate "C", version, sha256)
        from process_templates) as process_templates,
      (select json_agg(json_build_object('process', process_key, 'process_version', process_version, 'key', key, 'name', name,
          'about', about, 'convergence', convergence, 'recipe', recipe_key, 'recipe_version', recipe_version) order by process_key collate "C", process_version, key collate "C")
        from used_stages) as stages,
      (select json_agg(json_build_object('process', p.key, 'process_version', p.version, 'from_stage', t.from_stage, 'to_stage', t.to_stage)
          order by p.key collate "C", p.version, t.from_stage collate "C" nulls first, t.to_stage collate "C")
        from stage_transitions t
        join process_templates p on p.id = t.process_template_id) as stage_transitions,
      (select json_agg(json_build_object('key', key, 'version', version, 'definition', definition, 'sha256', sha256) order by key collate "C", version, sha256)
        from recipes where id in (select recipe_id from used_stages)) as recipes,
      (select json_agg(json_build_object('recipe', recipe, 'recipe_version', recipe_version, 'prompt', prompt_key,
          'prompt_template', key, 'prompt_template_version', version)
          order by recipe collate "C", recipe_version, prompt_key collate "C")
        from used_prompts) as recipe_prompts,
      (select json_agg(json_build_object('key', key, 'version', version, 'body', body, 'sha256', sha256) order by key collate "C", version, sha256)
        from (select distinct key, version, body, sha256 from used_prompts) p) as prompt_templates,
      (select json_agg(told order by place, name collate "C", version) from used_overlays) as overlays`.execute(db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([table, found]) => [table, found ?? []]));
}
