import type { UserId } from "@dialectic/contract";
import type { JobModel, Judgement, ModelJudge } from "#jobs";
import { AppError, type Database, sha256 } from "#platform";
import { findModel } from "../catalogue/catalogue.ts";
import { toTerms } from "../catalogue/model-terms.ts";
import { unavailableReason } from "../catalogue/unavailable-reason.ts";
import { inProcessProvider } from "./in-process.ts";
import type { ModelSettings } from "./model-settings.ts";
import { type Provider, providerOf, readProviders } from "./providers.ts";
import { settingsFor } from "./settings-for.ts";

/**
 * Determines which models a worker can call, from its environment, its data folder and the stored keys that it can decrypt. The
 * terms of the model come with the job; the worker needs only the provider and the key.
 */
export function createModelJudge({ database, models }: { database: Database; models: ModelSettings }): ModelJudge {
  /** By owner and model: a digest of the address and key that the provider refused. */
  const refused = new Map<string, string>();
  const settingsOf = (ownerId: UserId) => settingsFor(database.as(ownerId), models);

  function judgeOne(wanted: JobModel, settings: ModelSettings): Judgement {
    try {
      const { obstacle, provider } = reach(wanted.model, settings);
      const isRefused = provider !== undefined && refused.get(nameOf(wanted)) === digestOf(provider);
      const why = isRefused ? `${provider.name} refused this worker's key.` : null;
      return { obstacle: obstacle ?? why, terms: termsOf(wanted.model, settings) };
    } catch (error) {
      if (error instanceof AppError) return { obstacle: error.message, terms: null };
      throw error;
    }
  }

  return {
    async judge(wanted) {
      const owners = new Map<UserId, ModelSettings>();
      for (const { ownerId } of wanted) {
        if (!owners.has(ownerId)) owners.set(ownerId, await settingsOf(ownerId));
      }
      return wanted.map((one) => judgeOne(one, owners.get(one.ownerId) ?? models));
    },
    async wasRefused(wanted, error) {
      if (error.code !== "provider_denied") return false;
      const { provider } = reach(wanted.model, await settingsOf(wanted.ownerId));
      if (!provider) return false;
      refused.set(nameOf(wanted), digestOf(provider));
      return true;
    },
  };
}

const nameOf = ({ ownerId, model }: JobModel): string => `${ownerId} ${model}`;

const digestOf = ({ baseUrl, key }: Provider): string => sha256(`${baseUrl} ${key ?? ""}`);

/** Prices come from the session, so every model is treated as free, and only its provider and key are checked. */
function reach(model: string, settings: ModelSettings): { obstacle: string | null; provider: Provider | undefined } {
  if (inProcessProvider(settings, model)) return { obstacle: null, provider: undefined };
  const provider = readProviders(settings).get(providerOf(model));
  const known = {
    entry: { id: model },
    provider,
    inProcess: undefined,
    free: true,
    source: "shipped",
    noted: null,
    isShared: false,
  } as const;
  return { obstacle: unavailableReason(known)?.why ?? null, provider };
}

/** A digest of the terms; null if this process does not list the model. A model that is not listed can still be called. */
function termsOf(model: string, settings: ModelSettings): string | null {
  try {
    const { contextWindow, maxOutputTokens, tokenizer, prices } = toTerms(findModel(model, settings));
    return sha256(JSON.stringify([contextWindow, maxOutputTokens, tokenizer, prices])).slice(0, 16);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
