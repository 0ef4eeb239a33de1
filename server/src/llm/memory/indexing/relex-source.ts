import type { Tx } from "#platform";
import { dateInWords } from "../languages.ts";
import { languageOf } from "./index-text.ts";
import { lexicalText } from "./lexical-text.ts";
import * as store from "./sources.store.ts";

/**
 * Stems a source's words again if its project now has another language, or if the database has moved to a PostgreSQL
 * server with other stemming rules. Passages and embeddings are kept.
 */
export async function relexSource(
  ctx: { tx<T>(body: (db: Tx) => Promise<T>): Promise<T> },
  sourceId: bigint,
): Promise<boolean> {
  return ctx.tx(async (db) => {
    const source = await store.selectSourceById(db, sourceId);
    if (!source) return false;
    const { language, lexedAs } = await languageOf(db, { projectId: source.projectId ?? undefined });
    if (source.lexedAs === lexedAs) return false;
    const passages = await store.selectWords(db, sourceId);
    const words = passages.map(({ pos, context, body, at }) => ({
      pos: String(pos),
      lexical:
        source.kind === "part" ? "" : lexicalText([context, at ? dateInWords(at, language) : "", body].join("\n")),
    }));
    await store.updateWords(db, { sourceId, language, words });
    await store.finishSource(db, { id: sourceId, contentHash: source.contentHash, lexedAs });
    return true;
  });
}
