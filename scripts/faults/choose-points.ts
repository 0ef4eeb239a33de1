/** The name of a crash point, without the number of its occurrence. */
export const nameOf = (point: string): string => point.replace(/#\d+$/, "");

/**
 * Chooses at most `most` points of each name, evenly spread over the run. The first points of all names come before any
 * others.
 */
export function choosePoints(points: readonly string[], most: number): string[] {
  const ranked = [...Map.groupBy(points, nameOf).values()].flatMap((passes) =>
    spread(passes, most).map((point, rank) => ({ point, rank })),
  );
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ point }) => point);
}

/** Chooses the first, the last, the middle, the middles between those, and so on. */
function spread(passes: readonly string[], most: number): string[] {
  const chosen = new Set<number>([0, passes.length - 1]);
  for (let parts = 2; chosen.size < Math.min(most, passes.length); parts *= 2) {
    for (let part = 1; part < parts && chosen.size < most; part += 2)
      chosen.add(Math.round((part * (passes.length - 1)) / parts));
    if (parts > 2 * passes.length) break;
  }
  return [...chosen].slice(0, most).flatMap((index) => passes[index] ?? []);
}
