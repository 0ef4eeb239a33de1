import { AppError } from "#platform";

/** Before the first word a model may think: some are silent for minutes, and that is no fault. */
const patienceBeforeText = 5;

/** Signs of life are no words: a stream that sends nothing else is given up in the end. */
const patienceWithSigns = 60;

/** A stream that goes on for longer is cut, whatever it sends; what it wrote is kept and continued. */
const longestAnswer = 120;

/** Aborts its signal when a stream has been silent for too long, or does not end. */
export function createStallWatch(chunkMs: number, model: string) {
  const controller = new AbortController();
  const signsMs = chunkMs * patienceWithSigns;
  let timer: NodeJS.Timeout;
  let spokeAt = performance.now();
  const wait = (ms: number, silence: string): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      controller.abort(
        new AppError(
          "provider_unavailable",
          `${model} ${silence}, so the call was given up. It can be tried again; DIALECTIC_CHUNK_TIMEOUT_MS sets how long to wait.`,
        ),
      );
    }, ms);
  };
  const wholeMs = chunkMs * longestAnswer;
  const whole = setTimeout(() => {
    controller.abort(
      new AppError("provider_unavailable", `${model} had not ended its answer after ${wholeMs} ms, so it was cut off.`),
    );
  }, wholeMs);
  const waitForMore = (ms: number): void => wait(ms, `fell silent for ${ms} ms`);
  waitForMore(chunkMs * patienceBeforeText);
  return {
    signal: controller.signal,
    heard({ hasText, isSign }: { hasText: boolean; isSign: boolean }): void {
      const now = performance.now();
      if (!isSign) spokeAt = now;
      const patience = hasText ? chunkMs : chunkMs * patienceBeforeText;
      const left = Math.max(0, Math.ceil(spokeAt + signsMs - now));
      if (left < patience) wait(left, `showed signs of life for ${signsMs} ms and said nothing`);
      else waitForMore(patience);
    },
    giveUp: (why: AppError): void => controller.abort(why),
    stop(): void {
      clearTimeout(timer);
      clearTimeout(whole);
    },
  };
}
