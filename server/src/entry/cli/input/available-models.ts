import type { ConfigProblem, ModelInfo } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { connect } from "../connect/connect.ts";
import { hasDatabase } from "../connect/has-database.ts";
import { localModelSettings } from "./model-settings.ts";

/** All models that this user can choose from. If there is no database yet, reads only the catalogue and the model files. */
export async function listAvailableModels(cli: Cli): Promise<{ items: ModelInfo[]; problems: ConfigProblem[] }> {
  if (hasDatabase(cli.config)) {
    await using link = await connect(cli);
    const [{ items }, { problems }] = await Promise.all([link.client.listModels(), link.client.getConfiguration()]);
    return { items, problems };
  }
  const { configProblems, discoverModels, listModels } = await import("#models");
  const settings = await localModelSettings(cli.config);
  const items = [...listModels(settings), ...(await discoverModels(settings))];
  return { items, problems: configProblems(settings) };
}

/**
 * Throws if a model cannot be used. Opens the database only if the catalogue alone does not show that all models are ready.
 */
export async function assertModelsReady(cli: Cli, models: readonly string[]): Promise<void> {
  const { requireModel } = await import("#models");
  const settings = await localModelSettings(cli.config);
  const refused = models.flatMap((id) => {
    try {
      requireModel(id, settings);
      return [];
    } catch (error) {
      return [{ id, error }];
    }
  });
  const [first] = refused;
  if (!first) return;
  if (!hasDatabase(cli.config)) throw first.error;
  await using link = await connect(cli);
  for (const { id } of refused) {
    const { why, remedies } = await link.client.getModel({ query: { id } });
    if (why !== null) throw new AppError("model_not_ready", why, { remedies });
  }
}
