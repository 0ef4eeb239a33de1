import type { ContributionId, JobId } from "@dialectic/contract";
import { sql } from "kysely";
import type { Tx } from "#platform";

export type EarlierChunk = {
  id: ContributionId;
  job_id: JobId;
  text: string;
  finish_reason: string;
  /** The keys of the artifacts that the request asked for again, because earlier answers left them out or got them wrong. */
  asked_for: string[];
  /** True if the prompt was shortened and has a receipt. */
  was_shortened: boolean;
};

/** The chunks that a chain has written so far, in their order. */
export async function chunksOfChain(db: Tx, chainId: JobId): Promise<EarlierChunk[]> {
  const { rows } = await sql<EarlierChunk>`
    select c.id, c.job_id, c.text, c.finish_reason, c.asked_for,
      exists (select from prompt_receipts r where r.contribution_id = c.id) as was_shortened
    from contributions c
    join jobs j on j.id = c.job_id
    where j.chain_id = ${chainId}
    order by c.chunk`.execute(db);
  return rows;
}
