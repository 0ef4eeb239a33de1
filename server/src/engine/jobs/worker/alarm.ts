export type Alarm = { ring(): void; ringAfter(ms: number): void; sleep(ms: number): Promise<void> };

/** The longest delay for which a timer is set (`setTimeout` cannot wait for weeks). Polling finds jobs that are due later. */
const longest = 60_000;

/** Sleeps until `ring` is called or the time is up. A ring between two sleeps ends the next sleep immediately. */
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
