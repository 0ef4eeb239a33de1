import { z } from "zod";
import { outcomeOf, saveWithCharge } from "#calls";
import { defineJobKind, type HeldJob, type JobCtx, type JobOutcome } from "#jobs";
import { sha256, type Tx } from "#platform";
import { relexSource } from "../indexing/relex-source.ts";
import type { Embedder } from "./embedder.ts";
import * as store from "./embeddings.store.ts";

const IndexPayload = z.object({ sourceId: z.string().regex(/^\d+$/) });

/** The number of texts per embedding request. After each request the job checks whether it should stop. */
const batch = { local: 16, provider: 64 };

/** How long the job is snoozed while other jobs of its owner are running or due. */
const restMs = 15_000;

/** Does the deferred work of one source: stemming by current rules, and embeddings. */
export const indexJob = (settings: { embedder: Embedder | null }) =>
  defineJobKind({
    kind: "index",
    payload: IndexPayload,
    async run(ctx, job) {
      const sourceId = BigInt(job.payload.sourceId);
      await relexSource(ctx, sourceId);
      const { embedder } = settings;
      return embedder ? embedSource(ctx, { sourceId, embedder, job }) : { type: "done" };
    },
  });

type Embedding = { sourceId: bigint; embedder: Embedder; job: HeldJob };

async function embedSource(ctx: JobCtx, input: Embedding): Promise<JobOutcome> {
  const { sourceId, embedder } = input;
  const { model } = embedder;
  const limit = "embed" in embedder ? batch.local : batch.provider;
  for (;;) {
    const bare = await ctx.tx(async (db) => {
      await store.linkKnown(db, { sourceId, model });
      return store.selectBare(db, { sourceId, model, limit });
    });
    if (bare.length === 0) break;
    ctx.signal.throwIfAborted();
    // The built-in model uses the CPU time of this process, so other jobs run first.
    if ("embed" in embedder && (await ctx.db.tx(store.isBusy, { single: true })))
      return { type: "snooze", delayMs: restMs };
    const made = await embed(ctx, input, bare);
    if (!made.ok) return outcomeOf(made);
    const embeddings = bare.map(({ contentHash }, index) => ({ contentHash, vector: made.vectors[index] ?? [] }));
    const save = (db: Tx) => store.insertEmbeddings(db, { model, embeddings });
    await (made.charge ? saveWithCharge(ctx, made.charge, save) : ctx.tx(save));
  }
  return { type: "done", write: (db) => store.finishEmbedding(db, { sourceId, model }) };
}

/** The call's key depends on the content, so a retry does not pay for the same passages again. */
async function embed(ctx: JobCtx, { embedder, job, sourceId }: Embedding, bare: readonly store.BarePassage[]) {
  const texts = bare.map(({ text }) => text);
  if ("embed" in embedder) return { ok: true as const, vectors: await embedder.embed(texts), charge: null };
  const hashes = sha256(bare.map(({ contentHash }) => contentHash).join("\n")).slice(0, 32);
  const projectId = await ctx.db.tx((db) => store.selectProject(db, sourceId), { single: true });
  return embedder.embedPassages(ctx, {
    texts,
    key: `embed:${job.id}:${hashes}`,
    job: { id: job.id, fence: job.fence },
    scope: { projectId, chainId: job.chainId },
  });
}
