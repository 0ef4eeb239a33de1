import type { UserDb } from "#platform";
import { openKeys } from "../keys/open-keys.ts";
import { listKeys } from "../keys/provider-keys.store.ts";
import { listOwnModels } from "../own/own-models.store.ts";
import { isOwnEmbedding, readOwnEmbedding, readOwnModel } from "../own/read-own-model.ts";
import type { ModelSettings } from "./model-settings.ts";
import { noteLookup } from "./note-lookup.ts";

/** The settings with what the acting user has set. Ask anew for every action and every turn of a job: keys change. */
export async function settingsFor(db: UserDb, base: ModelSettings): Promise<ModelSettings> {
  noteLookup("stored settings");
  const rows = await db.tx(async (tx) => ({ models: await listOwnModels(tx), keys: await listKeys(tx) }));
  const embeddings = rows.models.filter(isOwnEmbedding).map(readOwnEmbedding);
  const models = rows.models.filter((row) => !isOwnEmbedding(row)).map(readOwnModel);
  return { ...base, own: { models, embeddings, keys: await openKeys(db, rows.keys, base) } };
}
