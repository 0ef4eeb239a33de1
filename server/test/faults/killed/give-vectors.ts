import { sql } from "kysely";
import type { Database } from "#platform";

export const embeddingModel = "embedded/use-lite";

/**
 * Gives every passage in memory a vector, as the background job would. Each vector is the opposite of the one before, so
 * that the order by vectors differs from the order by words.
 */
export const giveVectors = (database: Database): Promise<void> =>
  database.asOwner(async (db) => {
    await sql`
      insert into memory_embeddings (owner_id, model, content_hash, embedding)
      select distinct on (c.owner_id, c.content_hash) c.owner_id, ${embeddingModel}, c.content_hash,
        array_fill((case s.place % 2 when 0 then -0.04 else 0.04 end)::real, array[512])::halfvec
      from memory_passages c join (select id, dense_rank() over (order by id) as place from memory_sources) s on s.id = c.source_id
      on conflict do nothing`.execute(db);
    await sql`
      insert into memory_vectors (pos, model, owner_id, source_id, embedding_id, signs)
      select c.pos, e.model, c.owner_id, c.source_id, e.id, binary_quantize(e.embedding)
      from memory_passages c join memory_embeddings e on e.content_hash = c.content_hash and e.owner_id = c.owner_id
      on conflict do nothing`.execute(db);
    await sql`
      insert into memory_models (owner_id, model) select distinct owner_id, ${embeddingModel} from memory_passages
      on conflict do nothing`.execute(db);
  });
