import type { ContributionId, JobId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** `missing` names the artifacts this turn was asked for because the one before left them out. */
export type EarlierChunk = { id: ContributionId; text: string; finish_reason: string; missing: string[] };

/** What a chain of continuations has written so far, in order. */
export async function chunksOfChain(db: Tx, chainId: JobId): Promise<EarlierChunk[]> {
  const { rows } = await sql<EarlierChunk>`
    select c.id, c.text, c.finish_reason, coalesce(array(select jsonb_array_elements_text(j.payload -> 'missing')), '{}') as missing
    from contributions c
    join jobs j on j.id = c.job_id
    where j.chain_id = ${chainId}
    order by c.chunk`.execute(db);
  return rows;
}
