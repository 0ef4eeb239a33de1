import type { ErrorCode, ModelPrices } from "@dialectic/contract";
import type { KnownModel } from "./known-model.ts";
import { providerOf } from "./providers.ts";

type Obstructed = Omit<KnownModel, "entry"> & { entry: { id: string; prices?: ModelPrices | undefined } };

type Obstacle = {
  code: ErrorCode;
  why: string;
  /** A key that the user stores takes it away. */
  needsKey?: boolean;
};

/** Why a model cannot be called now, and what to do about it; null when it can. */
export function obstacleOf(model: Obstructed): Obstacle | null {
  const { entry, provider, free } = model;
  const { id } = entry;
  const notReady = (why: string, needsKey = false): Obstacle => ({ code: "model_not_ready", why, needsKey });
  if (providerOf(id) === "rehearsal") return null;
  if (!provider) {
    return notReady(`Nobody is named ${providerOf(id)}: add it to providers.json in the data folder to use ${id}.`);
  }
  if (!free && !entry.prices) {
    return {
      code: "unknown_price",
      why: `${id} has no price: give its five prices in models.json, or mark it as free.`,
    };
  }
  if (provider.keyProblem) {
    const which =
      provider.keySource === "stored" ? `The stored key of ${provider.name}` : `The key in ${provider.keyVariable}`;
    return notReady(`${which} cannot be used: ${provider.keyProblem}`);
  }
  if (provider.keyVariable && !provider.key) {
    const how = `Set ${provider.keyVariable}, or store a key with "dialectic models key set ${provider.name}",`;
    return notReady(`${how} to use ${id}.`, true);
  }
  if (isAtAnothersCost(model)) {
    const whose = `The key of ${provider.name} belongs to whoever runs this server, and so does the say on its prices`;
    const how = `store a key of your own with "dialectic models key set ${provider.name}" to use ${id}.`;
    return notReady(`${whose}: ${how}`, true);
  }
  return null;
}

/** A price, or "free", that a user wrote must not decide what calls with the key of whoever runs the server cost. */
const isAtAnothersCost = ({ source, provider, isShared }: Obstructed): boolean =>
  isShared && source === "own" && provider?.free === false && provider.keySource === "environment";
