/**
 * How many model calls a run makes, for n models. classic: n theses, n² critiques, per model n² pairs, n groups
 * and one merge, then one formalisation and one work plan. brief: one merge per model instead of the three steps.
 * null: a process of your own, whose count only the server knows.
 */
export function countCalls(process: string, models: number): number | null {
  const n = models;
  if (process === "classic") return n + n ** 2 + n * (n ** 2 + n + 1) + 2;
  if (process === "brief") return n + n ** 2 + n + 2;
  return null;
}
