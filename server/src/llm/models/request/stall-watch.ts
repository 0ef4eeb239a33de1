import { AppError } from "#platform";

/**
 * The permitted silence before the first text, in multiples of `chunkMs`: some models think for minutes without output.
 */
const factorBeforeText = 5;

/** How long a stream may send keep-alives but no text, in multiples of `chunkMs`. */
const factorKeepAlive = 60;

/**
 * How long a whole answer may take, in multiples of `chunkMs`. After that it is cut off; its text is kept and continued.
 */
const factorWholeAnswer = 120;

/** Aborts its signal if a stream is silent for too long, or does not end. */
export function createStallWatch(chunkMs: number, model: string) {
  const controller = new AbortController();
  const keepAliveMs = chunkMs * factorKeepAlive;
  let timer: NodeJS.Timeout;
  let lastTextAt = performance.now();
  const wait = (ms: number, silence: string): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      controller.abort(
        new AppError(
          "provider_unavailable",
          `${model} ${silence}, so the call was stopped. It can be tried again; DIALECTIC_CHUNK_TIMEOUT_MS sets how long to wait.`,
        ),
      );
    }, ms);
  };
  const wholeMs = chunkMs * factorWholeAnswer;
  const whole = setTimeout(() => {
    controller.abort(
      new AppError("provider_unavailable", `${model} had not ended its answer after ${wholeMs} ms, so it was cut off.`),
    );
  }, wholeMs);
  const waitForMore = (ms: number): void => wait(ms, `sent nothing for ${ms} ms`);
  waitForMore(chunkMs * factorBeforeText);
  return {
    signal: controller.signal,
    onPart({ hasText, isKeepAlive }: { hasText: boolean; isKeepAlive: boolean }): void {
      const now = performance.now();
      if (!isKeepAlive) lastTextAt = now;
      const timeout = hasText ? chunkMs : chunkMs * factorBeforeText;
      const left = Math.max(0, Math.ceil(lastTextAt + keepAliveMs - now));
      if (left < timeout) wait(left, `sent keep-alives for ${keepAliveMs} ms but no text`);
      else waitForMore(timeout);
    },
    abort: (why: AppError): void => controller.abort(why),
    stop(): void {
      clearTimeout(timer);
      clearTimeout(whole);
    },
  };
}
