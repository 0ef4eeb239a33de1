import type { UserDb } from "#platform";
import { ratiosOf } from "./call.store.ts";

/** Until enough calls have told what a model's own tokens are to ours. */
const unlearned = 1.02;
const enough = 5;
/** A high part of the last calls, not the worst: one provider that counted twice would halve every window. */
const lately = 50;
const quantile = 0.9;
const [least, most] = [1, 2];
/** A prompt that a provider refused teaches at once, and a little more than it showed: other texts may be worse. */
const refusedMargin = 1.02;
/** What calls teach changes slowly; but from the fifth one on it should be known, and a short request is soon over. */
const rememberedMs = { learned: 30_000, unlearned: 50 };
const mostRemembered = 1_000;

const known = new Map<string, { factor: Promise<number>; until: number }>();

/**
 * By how much a model's own count of a prompt exceeds ours, learned from what it reported for the acting user's calls:
 * what fits a window by our count, times this, fits by its own. Rounded up to a percent, so that it is the same from
 * one request of a document to the next, and a prompt shortened for it stays as it is.
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

/** What was learned of a model is read again with its next call: a provider has just refused a prompt as too long. */
export function forgetFactor(db: UserDb, model: string): void {
  known.delete(keyOf(db, model));
}

const keyOf = (db: UserDb, model: string): string => `${db.userId} ${model}`;

/** The factor that these ratios of reported to counted tokens teach, and those of prompts that were refused as too long. */
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
