import { setTimeout as delay } from "node:timers/promises";

/** The promise's value, or an error when it takes too long: a contender that hangs must not hang the benchmark. */
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
