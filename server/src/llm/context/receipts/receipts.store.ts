import type { ContributionId, JobId, ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";
import type { Receipt } from "./receipt.ts";

export type NewReceipt = {
  receipt: Receipt;
  projectId: ProjectId | null;
  sessionId: SessionId | null;
  job: { id: JobId; chainId: JobId } | null;
  contributionId: ContributionId | null;
};

export async function insertReceipt(db: Tx, { receipt, job, ...of }: NewReceipt): Promise<void> {
  await sql`
    insert into prompt_receipts (id, owner_id, project_id, session_id, chain_id, job_id, contribution_id, model,
      context_window, input_limit, tokens_before, tokens_after, parts)
    values (${newId()}, acting_user(), ${of.projectId}, ${of.sessionId}, ${job?.chainId ?? null}, ${job?.id ?? null},
      ${of.contributionId}, ${receipt.model}, ${receipt.contextWindow}, ${receipt.inputLimit}, ${receipt.tokensBefore},
      ${receipt.tokensAfter}, ${JSON.stringify(receipt.parts)}::text::jsonb)
    on conflict do nothing`.execute(db);
}

export type ReceiptRow = Receipt & { continuation: number; projectId: ProjectId; at: Date };

/** The receipts of these chunks of a document. `continuation` is a chunk's index in `chunks`. */
export async function selectReceipts(db: Tx, chunks: readonly ContributionId[]): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select (c.place - 1)::int as continuation, r.project_id as "projectId", r.model, r.context_window as "contextWindow",
      r.input_limit as "inputLimit", r.tokens_before as "tokensBefore", r.tokens_after as "tokensAfter", r.parts, r.at
    from unnest(${[...chunks]}::uuid[]) with ordinality c (id, place)
    join prompt_receipts r on r.contribution_id = c.id
    order by c.place`.execute(db);
  return rows;
}

/** The original, unshortened parts of prompts, by the hashes of their contents. */
export async function selectParts(
  db: Tx,
  { projectId, hashes }: { projectId: ProjectId; hashes: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ hash: string; text: string }>`
    select content_hash as hash, text from prompt_parts
    where project_id = ${projectId} and content_hash = any (${[...hashes]}::text[])`.execute(db);
  return new Map(rows.map(({ hash, text }) => [hash, text]));
}
