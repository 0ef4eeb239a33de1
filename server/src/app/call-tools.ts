import type { CallTools } from "#calls";
import type { Config } from "#platform";

/** What calls need of the settings: where models, keys and prices are from, and what needs a person's leave. */
export const callTools = (config: Config): CallTools => ({
  models: { env: process.env, dataDir: config.dataDir },
  approvalShare: config.approvalShare,
});
