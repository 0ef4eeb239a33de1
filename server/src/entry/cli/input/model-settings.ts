import type { ModelSettings } from "#models";
import type { Config } from "#platform";

/**
 * The same settings that `app` creates, for commands that open no database: loading the whole application would take
 * longer than the command itself.
 */
export async function localModelSettings(config: Config): Promise<ModelSettings> {
  const [{ readModelSettings }, { rehearsalProvider }] = await Promise.all([import("#models"), import("#rehearsal")]);
  return readModelSettings(config, { inProcess: [rehearsalProvider] });
}
