import { setTimeout as delay } from "node:timers/promises";

/**
 * Returns the promise's value, or throws if it takes too long, so that a contender that hangs does not hang the
 * benchmark.
 */
export async function within<T>(seconds: number, what: string, promise: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = delay(seconds * 1000, undefined, { signal: stop.signal }).then((): never => {
    throw new Error(`${what} took longer than ${seconds} s.`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop.abort();
  }
}
