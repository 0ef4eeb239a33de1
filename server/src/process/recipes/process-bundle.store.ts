import { sql } from "kysely";
import { AppError, type Tx } from "#platform";

export async function selectBundle(db: Tx, processId: string): Promise<unknown> {
  const { rows } = await sql<{ bundle: unknown }>`
    select jsonb_build_object(
      'key', p.key, 'version', p.version, 'sha256', p.sha256, 'name', p.name, 'about', p.about,
      'stages', (
        select jsonb_agg(jsonb_build_object(
          'key', s.key, 'name', s.name, 'about', s.about, 'convergence', s.convergence,
          'recipe', jsonb_build_object(
            'key', r.key, 'version', r.version, 'sha256', r.sha256, 'definition', r.definition,
            'prompts', (
              select jsonb_agg(jsonb_build_object('key', t.key, 'version', t.version, 'body', t.body, 'sha256', t.sha256)
                order by t.key collate "C")
              from recipe_prompts rp
              join prompt_templates t on t.id = rp.prompt_template_id
              where rp.recipe_id = r.id))) order by s.key collate "C")
        from stages s
        join recipes r on r.id = s.recipe_id
        where s.process_template_id = p.id),
      'transitions', (
        select jsonb_agg(jsonb_build_object('from', t.from_stage, 'to', t.to_stage)
          order by t.from_stage collate "C" nulls first, t.to_stage collate "C")
        from stage_transitions t
        where t.process_template_id = p.id)) as bundle
    from process_templates p
    where p.id = ${processId}`.execute(db);
  if (!rows[0]) throw new AppError("not_found", `There is no process with the id ${processId}.`);
  return rows[0].bundle;
}

/** The very version, shipped or imported by the acting user: nobody else's can be seen. */
export async function findVersion(
  db: Tx,
  table: "process_templates" | "recipes" | "prompt_templates",
  wanted: { key: string; version: number; sha256: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id
    from ${sql.table(table)}
    where key = ${wanted.key} and version = ${wanted.version} and sha256 = ${wanted.sha256}
    order by imported_by nulls first
    limit 1`.execute(db);
  return rows[0]?.id;
}
