import type { ErrorCode, ModelPrices, Remedy } from "@dialectic/contract";
import { providerOf } from "../providers/providers.ts";
import type { KnownModel } from "./catalogue-entry.ts";

type Candidate = Omit<KnownModel, "entry"> & { entry: { id: string; prices?: ModelPrices | undefined } };

export type UnavailableReason = {
  code: ErrorCode;
  why: string;
  /** True if the user can solve the problem by storing a key. */
  needsKey?: boolean;
  remedies?: readonly Remedy[];
};

/** The reason a model cannot be called now, and what to do about it; null if it can be called. */
export function unavailableReason(model: Candidate): UnavailableReason | null {
  const { entry, provider, free } = model;
  const { id } = entry;
  const notReady = (why: string, more: Partial<UnavailableReason> = {}): UnavailableReason => ({
    code: "model_not_ready",
    why,
    ...more,
  });
  if (model.inProcess) return null;
  if (!provider) {
    return notReady(
      `There is no provider named ${providerOf(id)}: add it to providers.json in the data folder to use ${id}.`,
    );
  }
  if (!free && !entry.prices) {
    return {
      code: "unknown_price",
      why: `${id} has no price: give its five prices in models.json, or mark it as free.`,
    };
  }
  if (provider.unconfirmed) {
    const { origin, keyEnv } = provider.unconfirmed;
    const what = keyEnv ?? `the stored key for ${provider.name}`;
    const why = `${origin} would be sent ${what}, which you have not allowed. Allow it if providers.json in the data folder is yours.`;
    return notReady(why, { remedies: [{ do: "allow-host", origin, keyEnv }] });
  }
  const remedies: Remedy[] = [{ do: "store-key", provider: provider.name }];
  if (provider.keyProblem) {
    const which =
      provider.keySource === "stored" ? `The stored key for ${provider.name}` : `The key in ${provider.keyVariable}`;
    return notReady(`${which} cannot be used: ${provider.keyProblem}`, { remedies });
  }
  if (provider.keyVariable && !provider.key) {
    const why = `Set ${provider.keyVariable}, or store a key for ${provider.name}, to use ${id}.`;
    return notReady(why, { needsKey: true, remedies });
  }
  if (spendsOperatorsMoney(model)) {
    const why = `The key for ${provider.name} belongs to the operator of this server, who also sets its prices`;
    return notReady(`${why}: store your own key to use ${id}.`, { needsKey: true, remedies });
  }
  return null;
}

/** On a shared server a user must not set the price of calls that use the operator's key. */
const spendsOperatorsMoney = ({ source, provider, isShared }: Candidate): boolean =>
  isShared && source === "own" && provider?.free === false && provider.keySource === "environment";
