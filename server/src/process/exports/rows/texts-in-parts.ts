import { batchBytes, type Tx } from "#platform";
import { textsAt } from "./rows.store.ts";
import type { TextPlace } from "./tell-rows.ts";

/** Texts of so many bytes are in memory at once, or a single one that is larger. */
const partBytes = 4 * 2 ** 20;

/** The texts that stand in these places, a few at a time. */
export async function* textsInParts(
  db: Tx,
  places: readonly TextPlace[],
): AsyncGenerator<{ sha256: string; text: string }> {
  for (const own of Map.groupBy(places, ({ table, column }) => `${table}.${column}`).values()) {
    for (const part of batchBytes(own, partBytes)) {
      const [first] = part;
      if (!first) continue;
      const found = await textsAt(db, { ...first, places: part.map(({ place }) => place) });
      const byPlace = new Map(found.map(({ place, text }) => [place, text]));
      for (const { place, sha256 } of part) yield { sha256, text: byPlace.get(place) ?? "" };
    }
  }
}
