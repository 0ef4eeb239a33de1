import type { UserDb } from "#platform";
import { ratiosOf } from "./call.store.ts";

/** Until enough calls have told what a model's own tokens are to ours. */
const unlearned = 1.02;
const enough = 5;
/** A high percentile of the last calls, not the maximum: a single wrong count by a provider could halve every window. */
const lately = 50;
const quantile = 0.9;
const [least, most] = [1, 2];
/** A refused prompt counts at once, with a margin: other texts may be worse. */
const refusedMargin = 1.02;
/** The factor changes slowly, but it should be known from the fifth call on, and a short attempt is soon over. */
const rememberedMs = { learned: 30_000, unlearned: 50 };
const mostRemembered = 1_000;

const known = new Map<string, { factor: Promise<number>; until: number }>();

/**
 * By how much a model's own count of a prompt exceeds ours, learned from its reports for the acting user's calls: a prompt whose
 * count, times this factor, fits the window by our count fits by the model's. Rounded up to a percent, so that it stays the same
 * from one call of a document to the next, and a prompt shortened for it stays the same as well.
 */
export function tokenFactor(db: UserDb, model: string, now = performance.now()): Promise<number> {
  const key = keyOf(db, model);
  const found = known.get(key);
  if (found && found.until > now) return found.factor;
  const entry = { factor: learn(db, model), until: now + rememberedMs.unlearned };
  entry.factor.then(
    (factor) => {
      if (factor !== unlearned) entry.until = now + rememberedMs.learned;
    },
    () => known.delete(key),
  );
  known.delete(key);
  known.set(key, entry);
  const [oldest = ""] = known.keys();
  if (known.size > mostRemembered) known.delete(oldest);
  return entry.factor;
}

async function learn(db: UserDb, model: string): Promise<number> {
  const ratios = await db.tx((tx) => ratiosOf(tx, { model, limit: lately }), { single: true });
  const of = (isRefused: boolean) => ratios.flatMap((one) => (one.isRefused === isRefused ? [one.ratio] : []));
  return factorOf(of(false), of(true));
}

/** Clears the cached factor of a model: a provider has just refused a prompt as too long. */
export function forgetFactor(db: UserDb, model: string): void {
  known.delete(keyOf(db, model));
}

const keyOf = (db: UserDb, model: string): string => `${db.userId} ${model}`;

/** The factor that follows from these ratios of reported to counted tokens, and those of prompts refused as too long. */
export function factorOf(ratios: readonly number[], refused: readonly number[] = []): number {
  return Math.max(usualFactor(ratios), ...refused.map((ratio) => withinBounds(ratio * refusedMargin)));
}

function usualFactor(ratios: readonly number[]): number {
  if (ratios.length < enough) return unlearned;
  const sorted = ratios.toSorted((a, b) => a - b);
  const high = sorted[Math.ceil(sorted.length * quantile) - 1] ?? unlearned;
  return withinBounds(high);
}

const withinBounds = (factor: number): number => Math.min(Math.max(Math.ceil(factor * 100 - 1e-6) / 100, least), most);
