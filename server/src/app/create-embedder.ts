import { createProviderEmbedder, createUseLite, type Embedder } from "#memory";
import { findEmbeddingModel } from "#models";
import { type Config, type Log, toAppError } from "#platform";
import { callTools } from "./call-tools.ts";

/** Creates the embedder for all users of this process. It uses the built-in model unless the configuration names another. */
export function createEmbedder(config: Config, log: Log): Embedder | null {
  if (config.embeddings === null) return null;
  const useLite = createUseLite();
  const model = config.embeddings;
  if (model === useLite.model) return useLite;
  const tools = callTools(config, log);
  try {
    findEmbeddingModel(model, tools.models);
  } catch (error) {
    // Only a warning, because the model may be in a user's own catalogue and then works for that user.
    log.warn(`DIALECTIC_EMBEDDINGS: ${toAppError(error).message}`);
  }
  return createProviderEmbedder({ model, tools, log, before: useLite });
}
