import type { ModelSettings } from "#models";
import type { Config } from "#platform";

/** The settings `app` would make, for a command that opens no database: loading the whole application would take longer than its work. */
export async function localModelSettings(config: Config): Promise<ModelSettings> {
  const [{ readModelSettings }, { rehearsalProvider }] = await Promise.all([import("#models"), import("#rehearsal")]);
  return readModelSettings(config, { inProcess: [rehearsalProvider] });
}
