type ThrottleOptions = {
  /** The minimum time between the starts of two runs for the same key. */
  intervalMs: number;
  /** How long to wait for further calls after the first one, because one change often causes several events. */
  collectMs: number;
};

/**
 * Runs `work` for a key soon after the first call, at most once per interval while more calls come, and once more after the
 * last call, so that the last change is not missed. Runs for the same key never overlap, so that a slow answer is not
 * discarded for the sake of a newer request. Keys do not wait for each other.
 */
export function createThrottle(
  work: (key: string) => Promise<unknown>,
  { intervalMs, collectMs }: ThrottleOptions,
): (key: string) => void {
  /** The keys whose run or interval has not ended. `again` is true if the key was called in the meantime. */
  const busy = new Map<string, { again: boolean }>();
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  const run = async (key: string, state: { again: boolean }): Promise<void> => {
    await wait(collectMs);
    do {
      state.again = false;
      await Promise.all([work(key).catch(() => undefined), wait(intervalMs)]);
    } while (state.again);
    busy.delete(key);
  };

  return (key) => {
    const state = busy.get(key);
    if (state) {
      state.again = true;
      return;
    }
    const begun = { again: false };
    busy.set(key, begun);
    void run(key, begun);
  };
}
