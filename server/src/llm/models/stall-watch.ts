import { AppError } from "#platform";

/** Before the first word a model may think: some are silent for minutes, and that is no fault. */
const patienceBeforeText = 5;

/** Aborts its signal when a stream has been silent for too long. */
export function createStallWatch(chunkMs: number, model: string) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout;
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      controller.abort(
        new AppError(
          "provider_unavailable",
          `${model} fell silent for ${ms} ms, so the call was given up. It can be tried again; DIALECTIC_CHUNK_TIMEOUT_MS sets how long to wait.`,
        ),
      );
    }, ms);
  };
  wait(chunkMs * patienceBeforeText);
  return {
    signal: controller.signal,
    heard: (hasText: boolean): void => wait(hasText ? chunkMs : chunkMs * patienceBeforeText),
    stop: (): void => clearTimeout(timer),
  };
}
