import type { ErrorCode, ModelPrices, Remedy } from "@dialectic/contract";
import { providerOf } from "../providers/providers.ts";
import type { KnownModel } from "./known-model.ts";

type Obstructed = Omit<KnownModel, "entry"> & { entry: { id: string; prices?: ModelPrices | undefined } };

export type UnavailableReason = {
  code: ErrorCode;
  why: string;
  /** It is for want of a key that the user may store. */
  needsKey?: boolean;
  remedies?: readonly Remedy[];
};

/** Why a model cannot be called now, and what to do about it; null when it can. */
export function unavailableReason(model: Obstructed): UnavailableReason | null {
  const { entry, provider, free } = model;
  const { id } = entry;
  const notReady = (why: string, more: Partial<UnavailableReason> = {}): UnavailableReason => ({
    code: "model_not_ready",
    why,
    ...more,
  });
  if (model.inProcess) return null;
  if (!provider) {
    return notReady(`Nobody is named ${providerOf(id)}: add it to providers.json in the data folder to use ${id}.`);
  }
  if (!free && !entry.prices) {
    return {
      code: "unknown_price",
      why: `${id} has no price: give its five prices in models.json, or mark it as free.`,
    };
  }
  if (provider.unconfirmed) {
    const { origin, keyEnv } = provider.unconfirmed;
    const what = keyEnv ?? `the stored key of ${provider.name}`;
    const why = `${origin} is to be sent ${what}, and nobody has allowed that. Allow it if providers.json in the data folder is yours.`;
    return notReady(why, { remedies: [{ do: "allow-host", origin, keyEnv }] });
  }
  const remedies: Remedy[] = [{ do: "store-key", provider: provider.name }];
  if (provider.keyProblem) {
    const which =
      provider.keySource === "stored" ? `The stored key of ${provider.name}` : `The key in ${provider.keyVariable}`;
    return notReady(`${which} cannot be used: ${provider.keyProblem}`, { remedies });
  }
  if (provider.keyVariable && !provider.key) {
    const why = `Set ${provider.keyVariable}, or store a key of ${provider.name}, to use ${id}.`;
    return notReady(why, { needsKey: true, remedies });
  }
  if (isAtAnothersCost(model)) {
    const whose = `The key of ${provider.name} belongs to whoever runs this server, and so does the say on its prices`;
    return notReady(`${whose}: store a key of your own to use ${id}.`, { needsKey: true, remedies });
  }
  return null;
}

/** A price, or "free", that a user wrote must not decide what calls with the key of whoever runs the server cost. */
const isAtAnothersCost = ({ source, provider, isShared }: Obstructed): boolean =>
  isShared && source === "own" && provider?.free === false && provider.keySource === "environment";
