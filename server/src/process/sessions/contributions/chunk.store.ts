import type { ContributionId, JobId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";
import type { Gaps } from "./gaps.ts";

/** With what this turn was asked for because the one before left it out. */
export type EarlierChunk = Gaps & {
  id: ContributionId;
  job_id: JobId;
  text: string;
  finish_reason: string;
  /** There is a receipt of what its prompt lost. */
  was_shortened: boolean;
};

/** What a chain of continuations has written so far, in order. */
export async function chunksOfChain(db: Tx, chainId: JobId): Promise<EarlierChunk[]> {
  const { rows } = await sql<EarlierChunk>`
    select c.id, c.job_id, c.text, c.finish_reason,
      exists (select from prompt_receipts r where r.contribution_id = c.id) as was_shortened,
      coalesce(j.payload -> 'missing', '[]') as missing,
      coalesce(j.payload -> 'claims', '[]') as claims,
      coalesce(j.payload -> 'faults', '[]') as faults
    from contributions c
    join jobs j on j.id = c.job_id
    where j.chain_id = ${chainId}
    order by c.chunk`.execute(db);
  return rows;
}
