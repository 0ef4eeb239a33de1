import { sql } from "kysely";
import type { Tx } from "#platform";
import { asVector } from "../embed/embeddings.store.ts";

/** True if the source is completely indexed. Until then its hash is empty or a mark. */
const isWhole = sql`s.content_hash <> '' and s.content_hash not like 'indexing:%'`;

type Keys = { projectId: string; keys: readonly string[] };
export type PassagesRow = { key: string; starts: number[]; ends: number[] };

/** The positions of these sources' passages in their texts, in one query. */
export async function selectPassages(db: Tx, { projectId, keys }: Keys): Promise<PassagesRow[]> {
  const { rows } = await sql<PassagesRow>`
    select s.key, c.starts, c.ends
    from memory_sources s, lateral (
      select array_agg(start_offset order by pos) as starts, array_agg(end_offset order by pos) as ends
      from memory_passages
      where source_id = s.id) c
    where s.project_id = ${projectId} and s.key = any (${[...keys]}::text[]) and s.passages > 0`.execute(db);
  return rows;
}

export async function selectNearness(
  db: Tx,
  { projectId, keys, model, near }: Keys & { model: string; near: readonly number[] },
): Promise<{ key: string; nearness: number }[]> {
  const { rows } = await sql<{ key: string; nearness: number }>`
    select s.key, max(1 - (e.embedding <=> ${asVector(near)}::halfvec)) as nearness
    from memory_sources s
    join memory_vectors v on v.source_id = s.id and v.model = ${model}
    join memory_embeddings e on e.id = v.embedding_id
    where s.project_id = ${projectId} and s.key = any (${[...keys]}::text[]) and ${isWhole}
    group by s.id, s.key, s.passages
    having count(*) = s.passages`.execute(db);
  return rows;
}

export async function countEmbedded(db: Tx, { projectId, keys, model }: Keys & { model: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from memory_sources s
    where s.project_id = ${projectId} and s.key = any (${[...keys]}::text[]) and ${isWhole}
      and s.passages = (select count(*) from memory_vectors v where v.source_id = s.id and v.model = ${model})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
