import type { MemoryKind, ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { Belonging, NewPassage } from "../source.ts";

export type SourceRow = { id: bigint; contentHash: string; lexedAs: string; passages: number };

/** The language of a project's words, and the version of PostgreSQL's stemming rules. */
export async function selectLanguage(
  db: Tx,
  projectId: string | undefined,
): Promise<{ language: string; lexedAs: string }> {
  const { rows } = await sql<{ language: string; version: string }>`
    select coalesce((select language from memory_languages where project_id = ${projectId ?? null}), 'english') as language,
      current_setting('server_version_num')::int / 10000 as version`.execute(db);
  const language = rows[0]?.language ?? "english";
  return { language, lexedAs: `${language}/${rows[0]?.version}` };
}

/** These conditions can use an index; `is not distinct from` would read every source of the owner. */
const isOf = (projectId: string | undefined) =>
  projectId === undefined ? sql`project_id is null` : sql`project_id = ${projectId}`;

export async function selectSource(
  db: Tx,
  input: { key: string; projectId?: string | undefined },
): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    select id, content_hash as "contentHash", lexed_as as "lexedAs", passages
    from memory_sources
    where key = ${input.key} and ${isOf(input.projectId)}`.execute(db);
  return rows[0];
}

/** Inserts or locks the source, so that one transaction at a time changes its passages. */
export async function lockSource(
  db: Tx,
  input: Belonging & {
    key: string;
    kind: MemoryKind | "part";
    at?: Date | undefined;
    lexedAs: string;
    isImported?: boolean | undefined;
  },
): Promise<SourceRow> {
  const { rows } = await sql<SourceRow>`
    insert into memory_sources (
      owner_id, key, kind, project_id, session_id, document_id, conversation_id, at, is_imported, content_hash, lexed_as)
    values (acting_user(), ${input.key}, ${input.kind}, ${input.projectId ?? null}, ${input.sessionId ?? null},
      ${input.documentId ?? null}, ${input.conversationId ?? null}, ${input.at ?? null},
      ${input.isImported ?? false}, '', ${input.lexedAs})
    on conflict (owner_id, project_id, key) do update
      set kind = excluded.kind, session_id = excluded.session_id, document_id = excluded.document_id,
        conversation_id = excluded.conversation_id, at = excluded.at, is_imported = excluded.is_imported
    returning id, content_hash as "contentHash", lexed_as as "lexedAs", passages`.execute(db);
  const row = rows[0];
  if (!row) throw new Error("The upsert of a source returned no row.");
  return row;
}

export async function finishSource(db: Tx, input: { id: bigint; contentHash: string; lexedAs: string }): Promise<void> {
  await sql`
    update memory_sources
    set content_hash = ${input.contentHash}, lexed_as = ${input.lexedAs}
    where id = ${input.id}`.execute(db);
}

export async function deleteSource(db: Tx, id: bigint): Promise<void> {
  await sql`delete from memory_sources where id = ${id}`.execute(db);
}

export async function deletePassages(db: Tx, sourceId: bigint): Promise<void> {
  await sql`delete from memory_passages where source_id = ${sourceId}`.execute(db);
  await sql`delete from memory_postings where source_id = ${sourceId}`.execute(db);
  await sql`update memory_sources set passages = 0, length = 0, window_length = 0 where id = ${sourceId}`.execute(db);
}

/** The hash of each message of a conversation, by the message's id. */
export async function selectRefs(db: Tx, sourceId: bigint): Promise<Map<string, string>> {
  const { rows } = await sql<{ ref: string; refHash: string }>`
    select distinct ref, ref_hash as "refHash" from memory_passages where source_id = ${sourceId} and ref is not null`.execute(
    db,
  );
  return new Map(rows.map(({ ref, refHash }) => [ref, refHash]));
}

export async function deleteRefs(db: Tx, sourceId: bigint, refs: readonly string[]): Promise<void> {
  await sql`delete from memory_passages where source_id = ${sourceId} and ref = any (${[...refs]})`.execute(db);
}

/** The position after the last passage. */
export async function nextPlace(db: Tx, sourceId: bigint): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select (pos - (${sourceId}::bigint << 20) + 1)::int as next
    from memory_passages
    where pos >= ${sourceId}::bigint << 20 and pos < (${sourceId}::bigint + 1) << 20
    order by pos desc
    limit 1`.execute(db);
  return rows[0]?.next ?? 0;
}

export async function addPassages(
  db: Tx,
  input: { sourceId: bigint; first: number; language: string; passages: readonly NewPassage[] },
): Promise<void> {
  await sql`
    select add_passages(s, ${input.first}, ${input.language}::regconfig, ${JSON.stringify(input.passages)}::text::jsonb)
    from memory_sources s
    where s.id = ${input.sourceId}`.execute(db);
}

/** Recomputes window lengths, sums and postings after passages were removed from the middle. */
export async function settle(db: Tx, sourceId: bigint): Promise<void> {
  await sql`select settle_memory(s) from memory_sources s where s.id = ${sourceId}`.execute(db);
}

export type LockedSource = SourceRow & { projectId: ProjectId | null; kind: MemoryKind | "part" };

export async function selectSourceById(db: Tx, id: bigint): Promise<LockedSource | undefined> {
  const { rows } = await sql<LockedSource>`
    select id, project_id as "projectId", kind, content_hash as "contentHash", lexed_as as "lexedAs", passages
    from memory_sources
    where id = ${id}
    for update`.execute(db);
  return rows[0];
}

export type Words = { pos: bigint; context: string; body: string; at: Date | null };

export async function selectWords(db: Tx, sourceId: bigint): Promise<Words[]> {
  const { rows } = await sql<Words>`
    select pos, context, body, at from memory_passages where source_id = ${sourceId} order by pos`.execute(db);
  return rows;
}

export async function updateWords(
  db: Tx,
  input: { sourceId: bigint; language: string; words: readonly { pos: string; lexical: string }[] },
): Promise<void> {
  await sql`
    update memory_passages c
    set lexemes = words.lexemes, length = words_in(words.lexemes)
    from memory_sources s,
      jsonb_to_recordset(${JSON.stringify(input.words)}::text::jsonb) as r(pos bigint, lexical text),
      lateral (select to_tsvector(${input.language}::regconfig, r.lexical) as lexemes) words
    where s.id = ${input.sourceId} and c.source_id = s.id and c.pos = r.pos`.execute(db);
  await settle(db, input.sourceId);
}

export async function upsertLanguage(db: Tx, input: { projectId: string; language: string }): Promise<void> {
  await sql`
    insert into memory_languages (project_id, owner_id, language)
    values (${input.projectId}, acting_user(), ${input.language})
    on conflict (project_id, owner_id) do update set language = excluded.language`.execute(db);
}

export async function deleteUnusedEmbeddings(db: Tx): Promise<void> {
  await sql`
    delete from memory_embeddings e
    where not exists (select from memory_passages c where c.owner_id = e.owner_id and c.content_hash = e.content_hash)`.execute(
    db,
  );
}
