import type { UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";

/** Tables in which each row is one version: it has a key and a version number. */
export type Versioned = "prompt_templates" | "recipes" | "process_templates" | "domains";
export type VersionRow = { id: string; version: number; sha256: string };

// The lock is held until commit: if two instances of the server start at the same time, one seeds the tables, and the other
// then finds nothing to do.
export const lockSeed = (db: Tx) => sql`select pg_advisory_xact_lock(7163004)`.execute(db);

type Owned = VersionRow & { table: Versioned; key: string; owner: UserId | null };

/**
 * The newest version of every template, separately for each owner (null for shipped templates). The keys of the map come
 * from `nameOf`.
 */
export async function newestVersions(db: Tx): Promise<ReadonlyMap<string, VersionRow>> {
  const { rows } = await sql<Owned>`
    select distinct on (made."table", made.key, made.owner_id)
      made."table", made.key, made.owner_id as owner, made.id, made.version, made.sha256
    from (
      select 'prompt_templates' as "table", key, owner_id, id, version, sha256 from prompt_templates
      union all
      select 'recipes', key, owner_id, id, version, sha256 from recipes
      union all
      select 'process_templates', key, owner_id, id, version, sha256 from process_templates
      union all
      select 'domains', key, owner_id, id, version, sha256 from domains
    ) as made
    order by made."table", made.key, made.owner_id, made.version desc`.execute(db);
  return new Map(rows.map((row) => [nameOf(row), row]));
}

export const nameOf = ({ table, key, owner }: Pick<Owned, "table" | "key" | "owner">): string =>
  `${table}/${key} of ${owner ?? "all"}`;

export type NewVersion = { key: string; owner: UserId | null; version: number; sha256: string };

export async function insertPrompt(db: Tx, row: NewVersion & { body: string }): Promise<string> {
  const id = newId();
  await sql`
    insert into prompt_templates (id, owner_id, key, version, body, sha256)
    values (${id}, ${row.owner}, ${row.key}, ${row.version}, ${row.body}, ${row.sha256})`.execute(db);
  return id;
}

export async function insertRecipe(
  db: Tx,
  row: NewVersion & { definition: unknown; prompts: ReadonlyMap<string, string> },
): Promise<string> {
  const id = newId();
  await sql`
    insert into recipes (id, owner_id, key, version, definition, sha256)
    values (${id}, ${row.owner}, ${row.key}, ${row.version}, ${JSON.stringify(row.definition)}::jsonb, ${row.sha256})`.execute(
    db,
  );
  for (const [key, promptId] of row.prompts) {
    await sql`
      insert into recipe_prompts (recipe_id, prompt_key, prompt_template_id)
      values (${id}, ${key}, ${promptId})`.execute(db);
  }
  return id;
}

export async function insertProcess(
  db: Tx,
  row: NewVersion & { name: string; about: string; iterateFrom: string | null },
): Promise<string> {
  const id = newId();
  await sql`
    insert into process_templates (id, owner_id, key, version, name, about, iterate_from, sha256)
    values (${id}, ${row.owner}, ${row.key}, ${row.version}, ${row.name}, ${row.about}, ${row.iterateFrom}, ${row.sha256})`.execute(
    db,
  );
  return id;
}

type NewStage = { processId: string; key: string; name: string; about: string; convergence: string; recipeId: string };

export const insertStage = (db: Tx, row: NewStage) =>
  sql`
  insert into stages (process_template_id, key, name, about, convergence, recipe_id)
  values (${row.processId}, ${row.key}, ${row.name}, ${row.about}, ${row.convergence}, ${row.recipeId})`.execute(db);

export const insertTransition = (db: Tx, row: { processId: string; from: string | null; to: string }) =>
  sql`
  insert into stage_transitions (process_template_id, from_stage, to_stage)
  values (${row.processId}, ${row.from}, ${row.to})`.execute(db);

export type ProcessRow = {
  id: string;
  key: string;
  version: number;
  name: string;
  about: string;
  iterate_from: string | null;
  own: boolean;
};

/**
 * The newest version of every process, or only of the process with this key. Imported processes are left out, because they
 * cannot be chosen.
 */
export async function newestProcesses(db: Tx, key: string | null = null): Promise<ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    select distinct on (key) id, key, version, name, about, iterate_from, owner_id is not null as own
    from process_templates
    where key = plain_key(key) and (${key}::text is null or key = ${key})
    order by key, version desc`.execute(db);
  return rows;
}

export async function findProcess(db: Tx, id: string): Promise<ProcessRow | undefined> {
  const { rows } = await sql<ProcessRow>`
    select id, plain_key(key) as key, version, name, about, iterate_from, owner_id is not null as own
    from process_templates
    where id = ${id}`.execute(db);
  return rows[0];
}

export type StageRow = {
  process_id: string;
  key: string;
  name: string;
  about: string;
  convergence: "per_model" | "single";
  recipe_id: string;
  recipe_version: number;
  definition: unknown;
};

export async function stagesOf(db: Tx, processIds: readonly string[]): Promise<StageRow[]> {
  const { rows } = await sql<StageRow>`
    select s.process_template_id as process_id, s.key, s.name, s.about, s.convergence,
      s.recipe_id, r.version as recipe_version, r.definition
    from stages s
    join recipes r on r.id = s.recipe_id
    where s.process_template_id = any (${processIds}::uuid[])
    order by s.key`.execute(db);
  return rows;
}

export type TransitionRow = { process_id: string; from: string | null; to: string };

export async function transitionsOf(db: Tx, processIds: readonly string[]): Promise<TransitionRow[]> {
  const { rows } = await sql<TransitionRow>`
    select process_template_id as process_id, from_stage as "from", to_stage as "to"
    from stage_transitions
    where process_template_id = any (${processIds}::uuid[])`.execute(db);
  return rows;
}

export type PromptRow = { recipe_id: string; key: string; version: number; body: string };

export async function promptsOf(db: Tx, recipeIds: readonly string[]): Promise<PromptRow[]> {
  const { rows } = await sql<PromptRow>`
    select rp.recipe_id, rp.prompt_key as key, p.version, p.body
    from recipe_prompts rp
    join prompt_templates p on p.id = rp.prompt_template_id
    where rp.recipe_id = any (${recipeIds}::uuid[])`.execute(db);
  return rows;
}
