/** Formats the time since `startedAt`, a value of performance.now(). */
export function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

export function tick(ok: boolean): string {
  return ok ? "✓" : "✗";
}
