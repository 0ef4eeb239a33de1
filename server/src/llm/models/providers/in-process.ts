import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelEntry } from "@dialectic/contract";

/**
 * A provider whose models run inside this process, so that it has no address, key or price. `app` registers such
 * providers in the settings; this module does not know their names.
 */
export type InProcessProvider = {
  /** The first part of its models' ids. */
  name: string;
  /** The models in the order in which they are shown. All of them are free. */
  models: readonly ModelEntry[];
  createModel(id: string, limits: InProcessLimits, env: NodeJS.ProcessEnv): LanguageModelV4;
};

/** Limits that models.json may lower. */
export type InProcessLimits = Pick<ModelEntry, "contextWindow" | "maxOutputTokens">;

export type Registered = { inProcess?: readonly InProcessProvider[] };

/** The registered provider that runs this model; undefined for a model that is called over the network. */
export const inProcessProvider = ({ inProcess = [] }: Registered, id: string): InProcessProvider | undefined =>
  inProcess.find(({ name }) => id.startsWith(`${name}/`));
