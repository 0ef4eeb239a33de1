import { sql } from "kysely";
import { AppError, sha256, type Tx } from "#platform";
import type { Versioned } from "../process.store.ts";

/** A recipe as part of a bundle. The query around it must give the table `recipes` the alias `r`. */
const recipe = sql`
  jsonb_build_object(
    'key', plain_key(r.key), 'version', r.version, 'sha256', r.sha256, 'definition', r.definition,
    'prompts', (
      select jsonb_agg(jsonb_build_object('key', plain_key(t.key), 'version', t.version, 'body', t.body, 'sha256', t.sha256)
        order by plain_key(t.key) collate "C")
      from recipe_prompts rp
      join prompt_templates t on t.id = rp.prompt_template_id
      where rp.recipe_id = r.id))`;

export async function selectRecipe(db: Tx, id: string): Promise<unknown> {
  const { rows } = await sql<{ bundle: unknown }>`select ${recipe} as bundle from recipes r where r.id = ${id}`.execute(
    db,
  );
  return rows[0]?.bundle;
}

export async function selectBundle(db: Tx, processId: string): Promise<unknown> {
  const { rows } = await sql<{ bundle: unknown }>`
    select jsonb_build_object(
      'key', plain_key(p.key), 'version', p.version, 'sha256', p.sha256, 'name', p.name, 'about', p.about, 'iterateFrom', p.iterate_from,
      'stages', (
        select jsonb_agg(jsonb_build_object(
          'key', s.key, 'name', s.name, 'about', s.about, 'convergence', s.convergence,
          'recipe', ${recipe}) order by s.key collate "C")
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

export type KeyedVersion = { key: string; version: number; sha256: string };

/** The key of an imported process, recipe, prompt or domain: its original key and the hash of its content. */
export const importedKey = ({ key }: KeyedVersion, content: string): string => `${key}@${sha256(content).slice(0, 32)}`;

/**
 * Versions with this key, number and hash: shipped, the acting user's own, or previously imported. Other users' versions are
 * invisible.
 */
export async function findVersions(db: Tx, table: Versioned, wanted: KeyedVersion): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from ${sql.table(table)}
    where plain_key(key) = ${wanted.key} and version = ${wanted.version} and sha256 = ${wanted.sha256}
    order by owner_id nulls first, key`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findPrompt(db: Tx, wanted: KeyedVersion & { body: string }): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id
    from prompt_templates
    where plain_key(key) = ${wanted.key} and version = ${wanted.version} and sha256 = ${wanted.sha256}
      and body = ${wanted.body}
    order by owner_id nulls first, key
    limit 1`.execute(db);
  return rows[0]?.id;
}

export async function selectDomain(db: Tx, id: string): Promise<unknown> {
  const { rows } = await sql<{ bundle: unknown }>`
    select jsonb_build_object(
      'key', plain_key(d.key), 'version', d.version, 'sha256', d.sha256, 'name', d.name, 'about', d.about,
      'default', d.default_process, 'overlay', d.overlay,
      'processes', (select jsonb_agg(p.process order by p.position) from domain_processes p where p.domain_id = d.id)) as bundle
    from domains d
    where d.id = ${id}`.execute(db);
  if (!rows[0]) throw new AppError("not_found", `There is no domain with the id ${id}.`);
  return rows[0].bundle;
}
