import { ModelEntry } from "@dialectic/contract";
import { checkShape } from "../read-json.ts";
import type { OwnModelRow } from "./own-models.store.ts";

/** A row as an entry of the catalogue, noted on the day it was written. */
export function readOwnModel({ id, entry, updatedAt }: OwnModelRow): { entry: ModelEntry; noted: string } {
  return { entry: checkShape(entry, ModelEntry, `Your own model ${id}`), noted: updatedAt.toISOString().slice(0, 10) };
}
