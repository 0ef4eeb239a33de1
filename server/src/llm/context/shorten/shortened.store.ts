import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";

/** The key that all shortened parts of one prompt share. */
export type Reason = { projectId: ProjectId; purpose: string; questionHash: string; algorithm: string };

export type ShortenedRow = { contentHash: string; targetPercent: number; text: string; tokens: number; kept: number[] };

/** The stored results for these contents, at every target percent. */
export async function selectShortened(db: Tx, reason: Reason, hashes: readonly string[]): Promise<ShortenedRow[]> {
  const { rows } = await sql<ShortenedRow>`
    select content_hash as "contentHash", target_percent::float8 as "targetPercent", text, tokens, kept
    from shortened_parts
    where project_id = ${reason.projectId} and content_hash = any (${[...hashes]}::text[])
      and purpose = ${reason.purpose} and question_hash = ${reason.questionHash} and algorithm = ${reason.algorithm}`.execute(
    db,
  );
  return rows;
}

/** If two workers shorten the same part at once, the first result is kept. Returns how many rows were written. */
export async function insertShortened(db: Tx, reason: Reason, made: readonly ShortenedRow[]): Promise<number> {
  const { rows } = await sql`
    insert into shortened_parts (owner_id, project_id, content_hash, purpose, question_hash, target_percent, algorithm, text, tokens, kept)
    select acting_user(), ${reason.projectId}, m."contentHash", ${reason.purpose}, ${reason.questionHash}, m."targetPercent",
      ${reason.algorithm}, m.text, m.tokens, m.kept
    from jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb)
      as m("contentHash" text, "targetPercent" numeric, text text, tokens int, kept int[])
    on conflict do nothing
    returning target_percent`.execute(db);
  return rows.length;
}

export async function selectPartHashes(db: Tx, projectId: ProjectId, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select content_hash as hash from prompt_parts
    where project_id = ${projectId} and content_hash = any (${[...hashes]}::text[])`.execute(db);
  return rows.map(({ hash }) => hash);
}

export async function insertPart(
  db: Tx,
  part: { projectId: ProjectId; contentHash: string; text: string },
): Promise<void> {
  await sql`
    insert into prompt_parts (id, owner_id, project_id, content_hash, text)
    values (${newId()}, acting_user(), ${part.projectId}, ${part.contentHash}, ${part.text})
    on conflict do nothing`.execute(db);
}
