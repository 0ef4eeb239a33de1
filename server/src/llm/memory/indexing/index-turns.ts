import type { ProjectId, SessionId } from "@dialectic/contract";
import type { MemoryCtx } from "../ctx.ts";
import { enqueueDue } from "../embed/enqueue-due.ts";
import type { NewPassage } from "../source.ts";
import { type Indexed, languageOf, lockSource } from "./index-text.ts";
import { hashOf, makePassages } from "./make-passages.ts";
import * as store from "./sources.store.ts";

/** One message of a conversation. `id` never changes, and hits contain it. */
export type Turn = { id: string; text: string; speaker?: string | undefined; at?: Date | undefined };

/**
 * Appends messages to a conversation. Existing messages are skipped; a message whose text has changed is removed and added
 * again. A message is one passage (several, if it is long), with the messages before and after it as neighbours.
 */
export async function indexTurns(
  ctx: MemoryCtx,
  input: {
    conversationId: string;
    turns: readonly Turn[];
    projectId?: ProjectId;
    sessionId?: SessionId;
    /** True if the conversation comes from an imported file, which only a free model may embed. */
    isImported?: boolean;
  },
): Promise<Indexed> {
  const { turns, ...belonging } = input;
  const about = { ...belonging, key: `conversation:${input.conversationId}`, kind: "turn" as const };
  const { language, lexedAs, source } = await ctx.db.tx(async (db) => {
    const spoken = await languageOf(db, input);
    return { ...spoken, source: await lockSource(db, { ...about, lexedAs: spoken.lexedAs }) };
  });
  const passages = new Map<string, NewPassage[]>();
  for (const turn of turns) passages.set(turn.id, await makePassages({ ...turn, ref: turn.id }, language));

  return ctx.db.tx(async (db) => {
    await lockSource(db, { ...about, lexedAs });
    const known = await store.selectRefs(db, source.id);
    const fresh = turns.filter(
      (turn) => known.get(turn.id) !== hashOf(turn) && (passages.get(turn.id)?.length ?? 0) > 0,
    );
    if (fresh.length === 0) return { sourceId: source.id, passages: source.passages, unchanged: true, replaced: 0 };
    const changed = fresh.filter((turn) => known.has(turn.id)).map((turn) => turn.id);
    if (changed.length > 0) {
      await store.deleteRefs(db, source.id, changed);
      await store.settle(db, source.id);
    }
    const first = await store.nextPlace(db, source.id);
    const added = fresh.flatMap((turn) => passages.get(turn.id) ?? []);
    await store.addPassages(db, { sourceId: source.id, first, language, passages: added });
    await enqueueDue(db, { model: ctx.embedder?.model ?? null, sourceId: source.id });
    return { sourceId: source.id, passages: source.passages + added.length, unchanged: false, replaced: 0 };
  });
}
