/** Sleeps until it rings or the time is over. A ring while nobody sleeps is kept for the next sleeper. */
export function createAlarm(): { ring(): void; sleep(ms: number): Promise<void> } {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
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
