import type { DocumentId, IndexedMemory, ProjectId } from "@dialectic/contract";
import { forgetSource, indexText, type MemoryCtx } from "#memory";
import { AppError } from "#platform";
import * as store from "./texts-due.store.ts";

type Text = { projectId: ProjectId; documentId: DocumentId | null };

/**
 * Updates memory with the current version of one text. Returns null if the text is not indexed, because it was replaced or
 * because it is a draft (drafts are indexed only on request).
 */
export async function rememberText(
  ctx: MemoryCtx,
  { projectId, documentId }: Text,
  { drafts = false } = {},
): Promise<IndexedMemory | null> {
  if (documentId === null) {
    const brief = await ctx.db.tx((db) => store.selectBrief(db, projectId), { single: true });
    return brief === undefined ? null : index(ctx, { key: "brief", text: brief, projectId });
  }
  const found = await ctx.db.tx((db) => store.selectText(db, documentId), { single: true });
  if (!found) return null;
  const { isReplaced, replaces, intermediate, ...text } = found;
  for (const earlier of replaces) await forget(ctx, { projectId, documentId: earlier });
  if (isReplaced) await forget(ctx, { projectId, documentId });
  if (isReplaced || (intermediate && !drafts)) return null;
  return index(ctx, { ...text, key: keyOf(documentId), projectId });
}

const keyOf = (documentId: DocumentId): string => `document:${documentId}`;

async function index(ctx: MemoryCtx, text: Omit<Parameters<typeof indexText>[1], "kind">): Promise<IndexedMemory> {
  const { passages, unchanged, replaced } = await indexText(ctx, { ...text, kind: "document" });
  return { source: text.key, passages, unchanged, replaced };
}

/** Removes a source from memory. It may be gone already, because another process was faster or a person removed it. */
async function forget(ctx: MemoryCtx, { projectId, documentId }: { projectId: ProjectId; documentId: DocumentId }) {
  await forgetSource(ctx, { projectId, key: keyOf(documentId) }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  });
}
