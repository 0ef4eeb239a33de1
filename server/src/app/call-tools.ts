import type { CallTools } from "#calls";
import { readModelSettings } from "#models";
import type { Config, Log } from "#platform";
import { rehearsalProvider } from "#rehearsal";

/** What calls need of the settings: where models, keys and prices are from, and what needs a person's leave. */
export const callTools = (config: Config, log: Log): CallTools => ({
  models: readModelSettings(config, { inProcess: [rehearsalProvider], log }),
  approvalShare: config.approvalShare,
  retryWindowMs: config.retryWindowMs,
});
