import type { ProjectId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type BarePassage = { pos: bigint; contentHash: string; text: string };

/**
 * Whether this model embeds the source `s`. Only the free built-in model embeds parts of prompts and imported texts: parts are
 * compared (`measureNearness`) before any spending is approved, and an import must not start anything that costs money.
 */
const hasVectors = (model: string | null) =>
  sql<boolean>`(s.kind <> 'part' and not s.is_imported or ${model}::text like 'embedded/%')`;

/**
 * `offset 0`, here and below, forces an index lookup per passage. Without it, the planner assumes that a table without
 * statistics is small, and reads all vectors or embeddings.
 */
const isBare = (model: string) =>
  sql<boolean>`not exists (select from memory_vectors v where v.pos = c.pos and v.model = ${model} offset 0)`;

export const asVector = (numbers: readonly number[]): string => `[${numbers.join(",")}]`;

/** Assigns existing embeddings to the source's passages with the same content. */
export async function linkKnown(db: Tx, input: { sourceId: bigint; model: string }): Promise<void> {
  await sql`
    insert into memory_vectors (pos, model, owner_id, source_id, embedding_id, signs)
    select c.pos, e.model, c.owner_id, c.source_id, e.id, binary_quantize(e.embedding)
    from memory_passages c, lateral (
      select * from memory_embeddings own
      where own.owner_id = c.owner_id and own.model = ${input.model} and own.content_hash = c.content_hash
      offset 0) e
    where c.source_id = ${input.sourceId}
    on conflict (pos, model) do nothing`.execute(db);
}

/** The source's passages that have no embedding by this model, each distinct content once. */
export async function selectBare(
  db: Tx,
  input: { sourceId: bigint; model: string; limit: number },
): Promise<BarePassage[]> {
  const { rows } = await sql<BarePassage>`
    select min(c.pos) as pos, c.content_hash as "contentHash", min(ltrim(c.context || e'\n\n' || c.body, e'\n')) as text
    from memory_passages c join memory_sources s on s.id = c.source_id
    where c.source_id = ${input.sourceId} and ${hasVectors(input.model)}
      and ${isBare(input.model)}
    group by c.content_hash
    order by 1
    limit ${input.limit}`.execute(db);
  return rows;
}

/** Stores one embedding per distinct content. */
export async function insertEmbeddings(
  db: Tx,
  input: { model: string; embeddings: readonly { contentHash: string; vector: readonly number[] }[] },
): Promise<void> {
  const rows = input.embeddings.map(({ contentHash, vector }) => ({ contentHash, vector: asVector(vector) }));
  await sql`
    insert into memory_embeddings (owner_id, model, content_hash, embedding)
    select acting_user(), ${input.model}, r."contentHash", r.vector::halfvec
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r("contentHash" text, vector text)
    on conflict (owner_id, model, content_hash) do nothing`.execute(db);
}

export type DueSource = {
  id: bigint;
  key: string;
  /** Differs whenever the missing work differs, so that the same work is not enqueued twice. */
  state: string;
};

/** Sources that lack embeddings by this model, or whose words were stemmed by outdated rules. */
export async function selectDue(db: Tx, input: { model: string | null; sourceId?: bigint }): Promise<DueSource[]> {
  const { rows } = await sql<DueSource>`
    select s.id, s.key,
      concat_ws(':', s.passages, s.content_hash, s.lexed_as, s.embedded_as, s.indexed_at, (select since from memory_models)) as state
    from memory_sources s left join memory_languages l on l.project_id = s.project_id
    where ${input.sourceId === undefined ? sql`true` : sql`s.id = ${input.sourceId}`}
      and (s.lexed_as <> coalesce(l.language, 'english') || '/' || current_setting('server_version_num')::int / 10000
        or s.passages > 0 and ${hasVectors(input.model)} and s.embedded_as is distinct from coalesce(${input.model}, s.embedded_as))
    order by s.id`.execute(db);
  return rows;
}

/** All users with sources that `selectDue` would find. */
export async function selectOwnersDue(db: Tx, model: string | null): Promise<UserId[]> {
  const { rows } = await sql<{ owner: UserId }>`select owner from owners_with_memory_due(${model}) owner`.execute(db);
  return rows.map(({ owner }) => owner);
}

/** True if jobs of the owner other than index jobs are running or due. */
export async function isBusy(db: Tx): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (
      select from jobs
      where owner_id = acting_user() and kind <> 'index' and priority >= 0
        and (status = 'processing' or status in ('pending', 'pending_continuation', 'pending_next_step') and run_at <= now())) as busy`.execute(
    db,
  );
  return rows[0]?.busy ?? false;
}

export async function selectProject(db: Tx, sourceId: bigint): Promise<ProjectId | null> {
  const { rows } = await sql<{ projectId: ProjectId | null }>`
    select project_id as "projectId" from memory_sources where id = ${sourceId}`.execute(db);
  return rows[0]?.projectId ?? null;
}

/** Marks the source as embedded by the model. After the owner's last source, the owner's searches switch to the model. */
export async function finishEmbedding(db: Tx, input: { sourceId: bigint; model: string }): Promise<void> {
  // The lock lets sources finish only one after the other. If the last two finished concurrently, each transaction
  // would see the other's source as unfinished, and the model would never take over.
  await sql`select from memory_models for update`.execute(db);
  await sql`
    update memory_sources s
    set embedded_as = ${input.model}
    where s.id = ${input.sourceId} and embedded_as is distinct from ${input.model} and not exists (
      select from memory_passages c
      where c.source_id = s.id and ${isBare(input.model)})`.execute(db);
  await takeOver(db, input.model);
}

/**
 * Switches the owner's searches to this model's embeddings if every source of the owner has them, or if no model was used
 * before. Vectors of the previous model are then deleted.
 */
async function takeOver(db: Tx, model: string): Promise<boolean> {
  const { rows } = await sql`
    insert into memory_models (owner_id, model)
    values (acting_user(), ${model})
    on conflict (owner_id) do update set model = excluded.model, since = clock_timestamp()
      where memory_models.model <> excluded.model and not exists (
        select from memory_sources s
        where s.passages > 0 and ${hasVectors(model)} and s.embedded_as is distinct from excluded.model)
    returning model`.execute(db);
  if (rows.length > 0) await sql`delete from memory_embeddings where model <> ${model}`.execute(db);
  return rows.length > 0;
}
