import type { EmbeddingModelInfo } from "@dialectic/contract";
import type { ModelsCtx } from "../ctx.ts";
import { settingsFor } from "../providers/settings-for.ts";
import { listEmbeddingModels } from "./embedding-catalogue.ts";

/** The embedding models that the acting user sees, and the one that this installation uses. */
export async function listEmbeddingModelsFor(
  ctx: ModelsCtx & { embedder: { model: string } | null },
): Promise<EmbeddingModelInfo[]> {
  return [
    inProcess(ctx.embedder?.model),
    ...listEmbeddingModels(await settingsFor(ctx.db, ctx.models), ctx.embedder?.model),
  ];
}

/** The embedding model that this program contains. `#memory` runs it. */
const inProcess = (used: string | undefined): EmbeddingModelInfo => ({
  id: "embedded/use-lite",
  provider: "embedded",
  name: "USE lite",
  about: "The default. Runs offline inside this program; made for English.",
  contextWindow: 256,
  dimensions: 512,
  free: true,
  price: null,
  noted: null,
  source: "shipped",
  ready: true,
  why: null,
  used: used === "embedded/use-lite",
});
