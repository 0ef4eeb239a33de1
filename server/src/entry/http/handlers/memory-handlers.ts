import type { MemoryHit, MemoryLanguage, MemorySearch, NewMemory, ProjectId } from "@dialectic/contract";
import type { z } from "zod";
import type { Ctx } from "#app";
import { indexDue, indexProject, nameDocuments } from "#documents";
import { forgetSource, type Hit, indexText, searchMemory, setLanguage } from "#memory";

type InProject = { projectId: ProjectId };

/** Handlers of memory, which translate the API's terms into the module's. */
export const memoryHandlers = {
  async indexMemory(ctx: Ctx, { source, at, ...input }: InProject & z.output<typeof NewMemory>) {
    const date = at === undefined ? undefined : new Date(at);
    const { passages, unchanged, replaced } = await indexText(ctx, { ...input, key: source, at: date });
    return { source, passages, unchanged, replaced };
  },

  indexProject: async (ctx: Ctx, input: InProject) => ({ items: await indexProject(ctx, input) }),

  async forgetMemory(ctx: Ctx, { projectId, source }: InProject & { source: string }) {
    await forgetSource(ctx, { projectId, key: source });
    return { source };
  },

  async setMemoryLanguage(ctx: Ctx, input: InProject & { language: MemoryLanguage }) {
    await setLanguage(ctx, input);
    return { language: input.language };
  },

  async searchMemory(ctx: Ctx, input: z.output<typeof MemorySearch>) {
    const { questions, limit, diverse, around, method, since, until, source, kinds } = input;
    const scope = {
      projectId: input.project,
      sessionId: input.session,
      documentId: input.document,
      conversationId: input.conversation,
      source,
      kinds,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
    };
    await indexDue(ctx, scope);
    const hits = await searchMemory(ctx, { questions, limit, diverse, around, method, scope });
    const names = await nameDocuments(ctx, [...new Set(hits.flatMap(({ documentId }) => documentId ?? []))]);
    return { items: hits.map((hit) => toAnswer(hit, names)) };
  },
};

function toAnswer(hit: Hit, names: Awaited<ReturnType<typeof nameDocuments>>): MemoryHit {
  const { title = null, path = null } = (hit.documentId && names.get(hit.documentId)) || {};
  return { ...hit, title, path, at: hit.at?.toISOString() ?? null };
}
