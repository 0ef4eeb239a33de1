import type { Count } from "../count-parts.ts";
import { ellipsis } from "../text/compose.ts";
import type { Span } from "../text/rank-units.ts";
import type { Candidate } from "./candidates.ts";

/** No part is shortened below this share of its tokens, in percent. */
const floor = 5;

/**
 * Target sizes are rounded down to a step, in percent of the part's tokens. With a larger step, more prompts share the same
 * shortened bytes, but more of the window stays empty, above all for a large part. Uses the largest step that leaves
 * little of the window empty.
 */
const steps = [5, 1] as const;
const finest = 0.2;
const littleOfWindow = 0.02;

/** The target size of a part: a share of its tokens, in percent, and the number of tokens. */
export type Target = { candidate: Candidate; tokens: number; targetPercent: number; budget: number };

export type ShortenedPart = { text: string; tokens: number; kept: readonly Span[]; isReused: boolean };

export type Shorten = (target: Target) => ShortenedPart | Promise<ShortenedPart>;

export type Fitted = {
  /** Tokens of the prompt as it is now. */
  total: number;
  shortened: { candidate: Candidate; tokens: number; part: ShortenedPart }[];
};

export type Excess = { ranked: readonly Candidate[]; total: number; limit: number; count: Count };

/**
 * Shortens one candidate after the other until the prompt fits. Each is shortened once, to its floor; the last one
 * keeps as much as the remaining room allows. A candidate that does not become smaller is skipped.
 */
export async function shortenUntilFits({ ranked, total, limit, count }: Excess, shorten: Shorten): Promise<Fitted> {
  const fitted: Fitted = { total, shortened: [] };
  for (const candidate of ranked) {
    if (fitted.total <= limit) break;
    const tokens = count(candidate.text);
    const target = targetFor({ candidate, tokens }, { room: tokens - (fitted.total - limit), limit, count });
    if (!target) continue;
    const part = await shorten(target);
    if (part.tokens >= tokens) continue;
    fitted.total += part.tokens - tokens;
    fitted.shortened.push({ candidate, tokens, part });
  }
  return fitted;
}

/**
 * The candidates that would be shortened if each result were as long as its target allows. If results are shorter,
 * fewer candidates are needed.
 */
export function plannedTargets({ ranked, total, limit, count }: Excess): Target[] {
  const targets: Target[] = [];
  let left = total;
  for (const candidate of ranked) {
    if (left <= limit) break;
    const tokens = count(candidate.text);
    const target = targetFor({ candidate, tokens }, { room: tokens - (left - limit), limit, count });
    if (!target) continue;
    targets.push(target);
    left += target.budget - tokens;
  }
  return targets;
}

/** Returns undefined if the candidate is too short to be shortened. */
function targetFor(
  { candidate, tokens }: { candidate: Candidate; tokens: number },
  { room, limit, count }: { room: number; limit: number; count: Count },
): Target | undefined {
  const least = Math.max(count(ellipsis), Math.floor((tokens * floor) / 100));
  if (least >= tokens) return undefined;
  const step = steps.find((one) => (tokens * one) / 100 <= limit * littleOfWindow) ?? finest;
  const fitting = Math.round(Math.floor((room * 100) / tokens / step) * step * 10) / 10;
  const targetPercent = room >= least ? Math.min(100 - step, Math.max(floor, fitting)) : floor;
  return { candidate, tokens, targetPercent, budget: Math.max(least, Math.floor((tokens * targetPercent) / 100)) };
}
