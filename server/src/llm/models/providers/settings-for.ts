import type { UserDb } from "#platform";
import { decryptKeys } from "../keys/decrypt-keys.ts";
import { listKeys } from "../keys/provider-keys.store.ts";
import { listOwnModels } from "../own/own-models.store.ts";
import { isOwnEmbedding, readOwnEmbedding, readOwnModel } from "../own/read-own-model.ts";
import { type ModelSettings, publishLookup } from "./model-settings.ts";

/** Completes the settings with the acting user's models and keys. Call it for every action and job attempt: keys change. */
export async function settingsFor(db: UserDb, base: ModelSettings): Promise<ModelSettings> {
  publishLookup("stored settings");
  const rows = await db.tx(async (tx) => ({ models: await listOwnModels(tx), keys: await listKeys(tx) }));
  const embeddings = rows.models.filter(isOwnEmbedding).map(readOwnEmbedding);
  const models = rows.models.filter((row) => !isOwnEmbedding(row)).map(readOwnModel);
  return { ...base, own: { models, embeddings, keys: await decryptKeys(db, rows.keys, base) } };
}
