/** Of those with the same key only the first, in their order. */
export function firstOfEach<T>(all: readonly T[], keyOf: (one: T) => string | number): T[] {
  const seen = new Set<string | number>();
  return all.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
}
