import type { LearnedRate, RateReading } from "#jobs";

/** Reads rate limits from response headers; undefined if the headers hold no plausible limit. */
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
    // These headers do not say whether they count per second, minute or day, so only the remaining number is used, not the
    // limit.
    withoutLimit(of("x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset")) ??
    withoutLimit(of("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"));
  const tokens =
    combined(claude("tokens"), claude("input-tokens"), claude("output-tokens")) ??
    x("tokens-minute") ??
    ofMinute(x("tokens"));
  if (!requests && !tokens) return undefined;
  return { requests, tokens, heardAt: now };
}

/** Larger limits are not plausible. */
const most = 1_000_000_000;

function readCount(value: string | null, least: number): number | undefined {
  if (!value || !/^\s*\d{1,12}(\.0+)?\s*$/.test(value)) return undefined;
  const count = Number(value);
  return count >= least && count <= most ? count : undefined;
}

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads when a limit is reset, in milliseconds from now. Accepts a duration (`6m0s`, `20ms`, `1.5` for seconds) or a
 * time (RFC 3339, or Unix time in seconds or milliseconds).
 */
export function readReset(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? "";
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
  // The format is checked first, because Date.parse accepts nearly anything.
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? fromMoment(Date.parse(text), now) : undefined;
}

/** A time more than a year ahead means a wrong clock, not a wait. A time in the past means no wait. */
function fromMoment(moment: number, now: number): number | undefined {
  const ms = moment - now;
  return Number.isFinite(ms) && ms < 365 * 86_400_000 ? Math.max(0, ms) : undefined;
}

function withoutLimit(reading: RateReading | undefined): RateReading | undefined {
  if (reading?.remaining === undefined) return undefined;
  return { remaining: reading.remaining, resetMs: reading.resetMs };
}

/**
 * Some providers report limits per day in headers that others use for limits per minute (Groq's requests). The used share
 * of the limit and the time until it is full again give the length of the limit's window. The limit is used only if the
 * window is about a minute long.
 */
function ofMinute(reading: RateReading | undefined): RateReading | undefined {
  const { limit, remaining, resetMs } = reading ?? {};
  if (limit === undefined || remaining === undefined || resetMs === undefined) return reading;
  if (remaining >= limit || resetMs < 10) return reading; // nothing used, or too little to tell
  const windowMs = (resetMs * limit) / (limit - remaining);
  return windowMs >= 15_000 && windowMs <= 300_000 ? reading : withoutLimit(reading);
}

/** Anthropic has separate limits for input and output and one for both; if any of them is used up, nothing remains. */
function combined(
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
