import type { Failure } from "./read-failure.ts";

/**
 * The delay that the provider asks for; undefined if it asks for none. `retry-after-ms` takes precedence over
 * `retry-after`; Google sends the delay in the body. A delay of more than a year is ignored, because it means a wrong
 * clock, and a job cannot be snoozed that long.
 */
export function retryAfterMs(failure: Failure, now: number): number | undefined {
  const wait = readWait(failure, now);
  return wait === undefined || wait > longestMs ? undefined : wait;
}

const longestMs = 365 * 86_400_000;

function readWait(failure: Failure, now: number): number | undefined {
  const exact = Number.parseFloat(failure.headers["retry-after-ms"] ?? "");
  if (exact >= 0) return Math.ceil(exact);
  const header = failure.headers["retry-after"]?.trim();
  if (header) return fromHeader(header, now) ?? fromBody(failure.body);
  return fromBody(failure.body);
}

/** The header holds a number of seconds or a date. */
function fromHeader(value: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // Date.parse accepts nearly anything; HTTP dates begin with the name of a day.
  const date = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function fromBody(body: string): number | undefined {
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return delay === undefined ? undefined : Math.ceil(Number(delay) * 1000);
}
