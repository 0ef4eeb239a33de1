import type { UserDb } from "#platform";
import { ratiosOf } from "./call.store.ts";

/** The factor is `unlearned` until the provider has reported the token counts of `enough` calls. */
const unlearned = 1.02;
const enough = 5;
/**
 * The factor is a high percentile of the latest calls' ratios, not their maximum: otherwise, one wrong count by a provider
 * could halve the room for prompts.
 */
const lately = 50;
const quantile = 0.9;
const [least, most] = [1, 2];
/** A refused prompt raises the factor at once, by a margin, because other texts may have an even higher ratio. */
const refusedMargin = 1.02;
/**
 * How long a factor is cached. A learned factor changes slowly; an unlearned one must be replaced soon after the fifth call.
 */
const rememberedMs = { learned: 30_000, unlearned: 50 };
const mostRemembered = 1_000;

const known = new Map<string, { factor: Promise<number>; until: number }>();

/**
 * The ratio of a model's own token count to ours, learned from the provider's reports on the acting user's calls. If our count
 * times this factor fits the window, so does the model's count. Rounded up to a percent, so that it rarely changes between two
 * calls for one document and the shortened prompt stays the same.
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

/** Clears a model's cached factor, after the provider has refused a prompt as too long. */
export function forgetFactor(db: UserDb, model: string): void {
  known.delete(keyOf(db, model));
}

const keyOf = (db: UserDb, model: string): string => `${db.userId} ${model}`;

/**
 * The factor for these ratios of reported to counted tokens; `refused` are the ratios of prompts refused as too long.
 */
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
