import type { Failure } from "./read-failure.ts";

/**
 * How long the provider asks us to wait, however long that is; undefined if it does not say. The finer of its
 * headers wins, and Google says it in the body. More than a year is a clock gone wrong, not a wait: no moment could be
 * set down for it, and the job would not even be put aside.
 */
export function retryAfterMs(failure: Failure, now: number): number | undefined {
  const said = readWait(failure, now);
  return said === undefined || said > longestMs ? undefined : said;
}

const longestMs = 365 * 86_400_000;

function readWait(failure: Failure, now: number): number | undefined {
  const exact = Number.parseFloat(failure.headers["retry-after-ms"] ?? "");
  if (exact >= 0) return Math.ceil(exact);
  const said = failure.headers["retry-after"]?.trim();
  if (said) return fromHeader(said, now) ?? fromBody(failure.body);
  return fromBody(failure.body);
}

/** Seconds, or the date at which to come back. */
function fromHeader(said: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(said)) return Math.ceil(Number(said) * 1000);
  // The parser makes a date of nearly anything; those meant here begin with the name of a day.
  const date = /^[A-Za-z]{3}/.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function fromBody(body: string): number | undefined {
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return delay === undefined ? undefined : Math.ceil(Number(delay) * 1000);
}
