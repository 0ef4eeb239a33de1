/**
 * Whether a call was under way when a process died, by the points it had passed; of a course whose calls follow one another.
 * Null: its money was just being set aside, or its outcome recorded, and only the database knows how far that came.
 */
export function callUnderWay(points: readonly string[]): 0 | 1 | null {
  const begun = points.findLastIndex((point) => point.startsWith("prompt built"));
  if (begun < 0) return 0;
  const since = points.slice(begun);
  const passed = (name: RegExp) => since.some((point) => name.test(point));
  if (passed(/^outcome recorded: (?:plan|execute) /)) return 0;
  if (passed(/^outcome written: (?:plan|execute) /)) return null;
  return passed(/^money held/) ? 1 : null;
}
