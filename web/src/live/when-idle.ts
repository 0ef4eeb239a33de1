const longestWaitMs = 1000;

/** Runs something when the browser has nothing else to do, or after a second. Safari has no idle callback. */
export function whenIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: longestWaitMs });
  else setTimeout(run, longestWaitMs);
}
