import { sql } from "kysely";
import type { Database } from "#platform";

/**
 * The receipts of prompts, in the order of the run. They omit what differs in every run: values derived from ids, and the
 * job that first computed a result.
 */
const receipts = sql<{ line: string }>`
  select concat_ws(' ', c.stage, c.work_key, c.chunk, r.input_limit, r.tokens_before, r.tokens_after, r.cost,
    (select string_agg(concat_ws(' ', p ->> 'label', p ->> 'from', p ->> 'to', p ->> 'contentHash', p ->> 'kept'), ' | ' order by n)
      from jsonb_array_elements(r.parts) with ordinality as parts (p, n))) as line
  from prompt_receipts r join contributions c on c.id = r.contribution_id
  order by c.stage, c.work_key, c.chunk`;

export const readReceipts = async (database: Database): Promise<string[]> =>
  (await database.asOwner((db) => receipts.execute(db))).rows.map(({ line }) => line);
