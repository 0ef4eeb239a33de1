import type { ContributionId, JobId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

/** What a chain of continuations has written so far, in order. */
export async function chunksOfChain(
  db: Tx,
  chainId: JobId,
): Promise<{ id: ContributionId; text: string; missing: string[] }[]> {
  const { rows } = await sql<{ id: ContributionId; text: string; missing: string[] }>`
    select c.id, c.text, coalesce(array(select jsonb_array_elements_text(j.payload -> 'missing')), '{}') as missing
    from contributions c
    join jobs j on j.id = c.job_id
    where j.chain_id = ${chainId}
    order by c.chunk`.execute(db);
  return rows;
}
