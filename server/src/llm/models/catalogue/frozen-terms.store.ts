import { sql } from "kysely";
import { newId, type Tx } from "#platform";
import { nameOf, providerOf } from "../providers/providers.ts";
import type { ModelTerms } from "./model-terms.ts";

/** The columns of `model_terms`, joined as `t`, that make a `FrozenTerms`. */
export const frozenColumns = sql`
  t.id as "termsId", t.model as id, t.context_window as "contextWindow", t.max_output_tokens as "maxOutputTokens",
  t.tokenizer, t.api, t.source, t.noted,
  case when not t.free then jsonb_build_object('input', t.price_input, 'cachedInput', t.price_cached_input,
    'cacheWrite', t.price_cache_write, 'output', t.price_output, 'reasoning', t.price_reasoning) end as prices`;

/** Terms stored in `model_terms`. */
export type FrozenTerms = ModelTerms & { termsId: string };

/** Copies terms into immutable rows and returns them with the ids of the rows. */
export async function insertTerms(db: Tx, terms: readonly ModelTerms[]): Promise<FrozenTerms[]> {
  const frozen = terms.map((one) => ({ ...one, termsId: newId<string>() }));
  if (frozen.length === 0) return frozen;
  await db
    .insertInto("model_terms")
    .values(
      frozen.map(({ termsId, id, prices, ...one }) => ({
        id: termsId,
        owner_id: sql`acting_user()`,
        model: id,
        provider: providerOf(id),
        name: nameOf(id),
        context_window: one.contextWindow,
        max_output_tokens: one.maxOutputTokens,
        tokenizer: one.tokenizer,
        api: one.api,
        free: prices === null,
        price_input: prices?.input ?? null,
        price_cached_input: prices?.cachedInput ?? null,
        price_cache_write: prices?.cacheWrite ?? null,
        price_output: prices?.output ?? null,
        price_reasoning: prices?.reasoning ?? null,
        source: one.source,
        noted: one.noted,
      })),
    )
    .execute();
  return frozen;
}
