const longestWaitMs = 1000;

/** Runs a function when the browser is idle, or after a second. Safari has no idle callback. */
export function whenIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: longestWaitMs });
  else setTimeout(run, longestWaitMs);
}
