import { z } from "zod";
import { defineJobKind, type JobCtx } from "#jobs";
import { relexSource } from "../relex-source.ts";
import type { Embedder } from "./embedder.ts";
import * as store from "./embeddings.store.ts";

const IndexPayload = z.object({ sourceId: z.string().regex(/^\d+$/) });

/** As many texts as are embedded between two looks at whether the job is still wanted. */
const batch = 16;

/** Does for one source what need not be done at once: its words by today's rules, and its embeddings. */
export const indexJob = (settings: { embedder: Embedder | null }) =>
  defineJobKind({
    kind: "index",
    payload: IndexPayload,
    async run(ctx, job) {
      const sourceId = BigInt(job.payload.sourceId);
      await relexSource(ctx, sourceId);
      if (settings.embedder) await embedSource(ctx, { sourceId, embedder: settings.embedder });
      return { type: "done" };
    },
  });

async function embedSource(ctx: JobCtx, input: { sourceId: bigint; embedder: Embedder }): Promise<void> {
  const { sourceId, embedder } = input;
  const { model } = embedder;
  for (;;) {
    const bare = await ctx.tx(async (db) => {
      await store.linkKnown(db, { sourceId, model });
      return store.selectBare(db, { sourceId, model, limit: batch });
    });
    if (bare.length === 0) break;
    ctx.signal.throwIfAborted();
    const vectors = await embedder.embed(bare.map(({ text }) => text));
    const embeddings = bare.map(({ contentHash }, index) => ({ contentHash, vector: vectors[index] ?? [] }));
    await ctx.tx((db) => store.insertEmbeddings(db, { model, embeddings }));
  }
  await ctx.tx((db) => store.takeOver(db, model));
}
