import type { ProjectId, SessionId } from "@dialectic/contract";
import { cutPassages, indexText, readPassages } from "#memory";
import type { FitCtx, FitTools } from "../fit.ts";
import type { Span } from "../text/rank-units.ts";
import { partKey } from "./decide-order.ts";
import * as store from "./shortened.store.ts";

type Kept = { projectId?: ProjectId | null | undefined; sessionId?: SessionId | null | undefined };

/**
 * The passages of parts that are to be shortened. In a project each part is indexed once and stored unshortened, so that a
 * receipt can show the text that was left out. Without a project nothing is stored.
 */
export async function preparePassages(
  ctx: FitCtx,
  tools: FitTools,
  { texts, hashOf, projectId, sessionId }: Kept & { texts: readonly string[]; hashOf: (text: string) => string },
): Promise<Map<string, Span[]>> {
  if (!projectId) return new Map(texts.map((text) => [text, cutPassages(text)]));
  const memory = { db: ctx.db, embedder: tools.embedder ?? null };
  const kept = new Set(await ctx.db.tx((db) => store.selectPartHashes(db, projectId, texts.map(hashOf))));
  for (const text of new Set(texts)) {
    const contentHash = hashOf(text);
    if (kept.has(contentHash)) continue; // stored parts are already indexed
    ctx.signal?.throwIfAborted();
    await indexText(memory, {
      key: partKey(contentHash),
      kind: "part",
      text,
      projectId,
      sessionId: sessionId ?? undefined,
    });
    await ctx.db.tx((db) => store.insertPart(db, { projectId, contentHash, text: text.toWellFormed() }));
  }
  const passages = await ctx.db.tx((db) =>
    readPassages(db, { projectId, keys: texts.map((text) => partKey(hashOf(text))) }),
  );
  return new Map(texts.map((text) => [text, passages.get(partKey(hashOf(text))) ?? cutPassages(text)]));
}
