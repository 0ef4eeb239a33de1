import type { CallTools } from "#calls";
import { readModelSettings } from "#models";
import type { Config, Log } from "#platform";
import { rehearsalProvider } from "#rehearsal";

/** The settings that model calls need: models, keys, prices, and the limit above which a call needs approval. */
export const callTools = (config: Config, log: Log): CallTools => ({
  models: readModelSettings(config, { inProcess: [rehearsalProvider], log }),
  approvalShare: config.approvalShare,
  retryWindowMs: config.retryWindowMs,
});
