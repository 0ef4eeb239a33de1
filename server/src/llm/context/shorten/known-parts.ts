import type { FitCtx } from "../fit.ts";
import { pairedSpans } from "../receipts/receipt.ts";
import type { ShortenedPart } from "./shorten-until-fits.ts";
import * as store from "./shortened.store.ts";

export type KnownParts = Awaited<ReturnType<typeof createKnownParts>>;

/** The shortened versions of this prompt's parts, both stored and new. */
export async function createKnownParts(ctx: FitCtx, reason: store.Reason | null, hashes: readonly string[]) {
  const read = async () =>
    reason && hashes.length > 0 ? await ctx.db.tx((db) => store.selectShortened(db, reason, hashes)) : [];
  const keyOf = ({ contentHash, targetPercent }: { contentHash: string; targetPercent: number }) =>
    `${contentHash}:${targetPercent}`;
  const stored = new Map((await read()).map((row) => [keyOf(row), { row, isReused: true }]));
  const fresh = new Map<string, store.ShortenedRow>();
  return {
    find(contentHash: string, targetPercent: number): ShortenedPart | undefined {
      const found = stored.get(keyOf({ contentHash, targetPercent }));
      return found && { ...found.row, kept: pairedSpans(found.row.kept), isReused: found.isReused };
    },
    add(row: store.ShortenedRow): void {
      // A stored version that is too large by today's count stays in the database; the new version is used for this prompt
      // only.
      if (!stored.has(keyOf(row))) fresh.set(keyOf(row), row);
      stored.set(keyOf(row), { row, isReused: false });
    },
    /**
     * Stores the new versions. Returns false if another worker stored a different version first. That version is then used.
     */
    async save(): Promise<boolean> {
      if (!reason || fresh.size === 0) return true;
      const written = await ctx.db.tx((db) => store.insertShortened(db, reason, [...fresh.values()]));
      let isOurs = true;
      if (written === fresh.size) {
        fresh.clear();
        return true;
      }
      for (const row of await read()) {
        const made = fresh.get(keyOf(row));
        if (!made || made.text === row.text) continue;
        isOurs = false;
        stored.set(keyOf(row), { row, isReused: true });
      }
      fresh.clear();
      return isOurs;
    },
  };
}
