export type Alarm = { ring(): void; ringAfter(ms: number): void; sleep(ms: number): Promise<void> };

/** What is due later than this is found by polling soon enough, and a timer cannot wait for weeks. */
const longest = 60_000;

/** Sleeps until it rings or the time is over. A ring without a sleeper ends the next sleep at once. */
export function createAlarm(): Alarm {
  let rung = false;
  let wake = () => {};
  const ring = () => {
    rung = true;
    wake();
  };
  return {
    ring,
    ringAfter(ms) {
      if (ms <= longest) setTimeout(ring, ms).unref();
    },
    async sleep(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}
