const longestWaitMs = 1000;

/**
 * Runs a function when the browser is idle, but after a second at the latest. Safari has no idle callback, so there it runs
 * after a second.
 */
export function whenIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: longestWaitMs });
  else setTimeout(run, longestWaitMs);
}
