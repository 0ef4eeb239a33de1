import type { LearnedRate, RateReading } from "#jobs";

/** What an answer's headers say about rates; undefined when they say nothing that can be believed. */
export function readRateHeaders(headers: Headers, now: number): LearnedRate | undefined {
  const of = (limit: string, remaining: string, reset: string): RateReading | undefined => {
    const reading = {
      limit: readCount(headers.get(limit), 1),
      remaining: readCount(headers.get(remaining), 0),
      resetMs: readReset(headers.get(reset), now),
    };
    return reading.limit === undefined && reading.remaining === undefined ? undefined : reading;
  };
  const x = (what: string) =>
    of(`x-ratelimit-limit-${what}`, `x-ratelimit-remaining-${what}`, `x-ratelimit-reset-${what}`);
  const claude = (what: string) =>
    of(
      `anthropic-ratelimit-${what}-limit`,
      `anthropic-ratelimit-${what}-remaining`,
      `anthropic-ratelimit-${what}-reset`,
    );

  const requests =
    claude("requests") ??
    x("requests-minute") ??
    ofMinute(x("requests")) ??
    // Plain names do not say whose minute, day or second they count: what is left counts, the limit does not.
    withoutLimit(of("x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset")) ??
    withoutLimit(of("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"));
  const tokens =
    together(claude("tokens"), claude("input-tokens"), claude("output-tokens")) ??
    x("tokens-minute") ??
    ofMinute(x("tokens"));
  if (!requests && !tokens) return undefined;
  return { requests, tokens, heardAt: now };
}

/** The largest limit a provider can mean; above it somebody is joking. */
const most = 1_000_000_000;

function readCount(said: string | null, least: number): number | undefined {
  if (!said || !/^\s*\d{1,12}(\.0+)?\s*$/.test(said)) return undefined;
  const count = Number(said);
  return count >= least && count <= most ? count : undefined;
}

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A length (`6m0s`, `20ms`, `1.5`: seconds) or a moment (RFC 3339, or since 1970 in seconds or milliseconds), from now. */
export function readReset(said: string | null, now: number): number | undefined {
  const text = said?.trim() ?? "";
  if (text.length > 40) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number < 1e9) return Math.ceil(number * 1_000);
    return fromMoment(number < 1e11 ? number * 1_000 : number, now);
  }
  if (/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text)) {
    const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g);
    return Math.ceil([...parts].reduce((sum, [, n, unit = ""]) => sum + Number(n) * (unitMs[unit] ?? 0), 0));
  }
  // The parser of dates makes one of nearly anything.
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? fromMoment(Date.parse(text), now) : undefined;
}

/** A year ahead is a clock gone wrong, not a wait. Past moments are over. */
function fromMoment(moment: number, now: number): number | undefined {
  const ms = moment - now;
  return Number.isFinite(ms) && ms < 365 * 86_400_000 ? Math.max(0, ms) : undefined;
}

function withoutLimit(reading: RateReading | undefined): RateReading | undefined {
  if (reading?.remaining === undefined) return undefined;
  return { remaining: reading.remaining, resetMs: reading.resetMs };
}

/**
 * Some count these per day under the names others use per minute (Groq's requests). Where a bucket fills up steadily,
 * what is missing and when it will be full tell how long filling it takes; only about a minute is a limit per minute.
 */
function ofMinute(reading: RateReading | undefined): RateReading | undefined {
  const { limit, remaining, resetMs } = reading ?? {};
  if (limit === undefined || remaining === undefined || resetMs === undefined) return reading;
  if (remaining >= limit || resetMs < 10) return reading; // nothing missing, or too little to tell
  const windowMs = (resetMs * limit) / (limit - remaining);
  return windowMs >= 15_000 && windowMs <= 300_000 ? reading : withoutLimit(reading);
}

/** Anthropic counts input and output apart and together; where one of them is used up, nothing is left. */
function together(
  all: RateReading | undefined,
  input: RateReading | undefined,
  output: RateReading | undefined,
): RateReading | undefined {
  const parts = [input, output].filter((part) => part !== undefined);
  const usedUp = parts.find((part) => part.remaining === 0);
  const whole = all ?? (input && output ? sum(input, output) : undefined);
  if (!usedUp) return whole;
  return { limit: whole?.limit, remaining: 0, resetMs: usedUp.resetMs };
}

const sum = (one: RateReading, other: RateReading): RateReading => ({
  limit: plus(one.limit, other.limit),
  remaining: plus(one.remaining, other.remaining),
});

const plus = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? undefined : one + other;
