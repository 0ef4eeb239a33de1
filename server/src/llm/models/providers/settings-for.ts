import { EmbeddingEntry, ModelEntry } from "@dialectic/contract";
import type { UserDb } from "#platform";
import { checkShape } from "../answer/read-json.ts";
import { decryptKeys } from "../keys/decrypt-keys.ts";
import { listKeys } from "../keys/provider-keys.store.ts";
import type { OwnModelRow } from "../own/own-models.store.ts";
import { listOwnModels } from "../own/own-models.store.ts";
import { type ModelSettings, publishLookup } from "./model-settings.ts";

/**
 * Completes the settings with the acting user's models and keys. Call it for every action and job attempt, because keys change.
 */
export async function settingsFor(db: UserDb, base: ModelSettings): Promise<ModelSettings> {
  publishLookup("stored settings");
  // Models and keys are read in one transaction: two would need two connections, and inside a transaction of the caller
  // they would run one after the other.
  const [rows, keys] = await db.tx(async (tx) => [await listOwnModels(tx), await listKeys(tx)] as const);
  const embeddings = rows.filter(isOwnEmbedding).map(readOwnEmbedding);
  const models = rows.filter((row) => !isOwnEmbedding(row)).map(readOwnModel);
  return { ...base, own: { models, embeddings, keys: await decryptKeys(db, keys, base) } };
}

type Noted<Entry> = { entry: Entry; noted: string };

/** Converts a row into a catalogue entry with the day on which the row was written. */
const readOwnModel = (row: OwnModelRow): Noted<ModelEntry> => ({
  entry: checkShape(row.entry, ModelEntry, `Your own model ${row.id}`),
  noted: dayOf(row),
});

const readOwnEmbedding = (row: OwnModelRow): Noted<EmbeddingEntry> => ({
  entry: checkShape(row.entry, EmbeddingEntry, `Your own model ${row.id}`),
  noted: dayOf(row),
});

const isOwnEmbedding = ({ entry }: OwnModelRow): boolean =>
  typeof entry === "object" && entry !== null && "kind" in entry && entry.kind === "embedding";

const dayOf = ({ updatedAt }: OwnModelRow): string => updatedAt.toISOString().slice(0, 10);
