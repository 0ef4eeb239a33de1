/** The smallest measured value such that at least a fraction `share` of the values are not above it (nearest rank). */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error("Nothing was measured.");
  return found;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/** Rounds to three significant digits, because further digits differ from run to run. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
