import type { ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { UserDb } from "#platform";
import { useFastCompression } from "./rows/import-rows.store.ts";

const pieceBytes = 256 * 1024;

/** Fills a session with contributions of `bytes` in total, each with a prompt of 256 kB that repeats every `block` bytes. */
export async function fillProject(
  db: UserDb,
  { block = pieceBytes, ...input }: { projectId: ProjectId; sessionId: SessionId; bytes: number; block?: number },
): Promise<void> {
  const pieces = Math.ceil(input.bytes / pieceBytes);
  for (let first = 1; first <= pieces; first += 64) {
    await db.tx(async (tx) => {
      await useFastCompression(tx);
      await sql`
        with base as materialized (
          select string_agg(md5(piece::text), '') as text from generate_series(1, ${block / 32}::int) piece),
        made as (
          insert into jobs (id, owner_id, kind, project_id, session_id, stage, iteration, work_key)
          select new_id(), ${db.userId}, 'execute', ${input.projectId}, ${input.sessionId}, 'thesis', 1, 'work ' || n
          from generate_series(${first}::int, ${Math.min(first + 63, pieces)}::int) n
          returning id, work_key)
        insert into contributions (id, owner_id, project_id, session_id, iteration, stage, job_id, step_key, work_key,
          model, output_type, intermediate, template_version, root_id, chunk, n, text, prompt, raw, finish_reason,
          input_tokens, output_tokens, tokens_estimated, path, raw_path, prompt_path)
        select own_id, ${db.userId}, ${input.projectId}, ${input.sessionId}, 1, 'thesis', id, 'propose', work_key,
          'rehearsal/atlas', 'thesis', true, 1, own_id, 0, 1, 'Text of ' || work_key,
          work_key || repeat(base.text, ${pieceBytes / block}::int),
          '{}', 'stop', 1, 1, false, folder || '/_work/' || name || '.md', folder || '/raw_responses/' || name || '_raw.json',
          folder || '/_work/prompts/' || name || '_prompt.md'
        from (select made.*, new_id() as own_id, 'atlas_' || substr(work_key, 6) || '_thesis' as name from made) made, base,
          (select 'session_' || short_id || '/iteration_1/1_thesis' as folder from sessions where id = ${input.sessionId}) place`.execute(
        tx,
      );
    });
  }
}
