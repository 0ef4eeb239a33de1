import { EmbeddingEntry, ModelEntry } from "@dialectic/contract";
import { checkShape } from "../answer/read-json.ts";
import type { OwnModelRow } from "./own-models.store.ts";

type Noted<Entry> = { entry: Entry; noted: string };

/** A row as a catalogue entry, dated by the day it was written. */
export const readOwnModel = (row: OwnModelRow): Noted<ModelEntry> => ({
  entry: checkShape(row.entry, ModelEntry, `Your own model ${row.id}`),
  noted: dayOf(row),
});

export const readOwnEmbedding = (row: OwnModelRow): Noted<EmbeddingEntry> => ({
  entry: checkShape(row.entry, EmbeddingEntry, `Your own model ${row.id}`),
  noted: dayOf(row),
});

export const isOwnEmbedding = ({ entry }: OwnModelRow): boolean =>
  typeof entry === "object" && entry !== null && "kind" in entry && entry.kind === "embedding";

const dayOf = ({ updatedAt }: OwnModelRow): string => updatedAt.toISOString().slice(0, 10);
