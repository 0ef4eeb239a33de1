/** Runs `run` every `everyMs` with the value that was set last, one run at a time. `run` never rejects: it reports its own failures. */
export function createRepetition<T>(options: { everyMs: number; run(subject: T): Promise<void> }) {
  let subject: T | null = null;
  let isRunning = false;
  let isAskedAgain = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    do {
      isAskedAgain = false;
      if (subject !== null) await options.run(subject);
    } while (isAskedAgain);
    isRunning = false;
  }

  let timer: NodeJS.Timeout | undefined;
  return {
    /** If null, nothing runs until another value is set. The first value starts the interval. */
    set(next: T | null): void {
      subject = next;
      timer ??= setInterval(() => void run(), options.everyMs);
    },
    /** A run in progress may have started before the caller's change, so another run follows it. */
    runNow(): void {
      isAskedAgain = isRunning;
      void run();
    },
    stop(): void {
      clearInterval(timer);
      subject = null;
    },
  };
}
