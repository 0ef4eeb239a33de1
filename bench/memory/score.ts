/** What part of the answers stands among the first k. */
export function recallAt(k: number, ranked: readonly string[], answers: readonly string[]): number {
  const first = new Set(ranked.slice(0, k));
  return answers.filter((id) => first.has(id)).length / answers.length;
}

/** Answers count less the lower they stand; 1 is all answers first. */
export function ndcgAt(k: number, ranked: readonly string[], answers: readonly string[]): number {
  const gain = (place: number) => 1 / Math.log2(place + 2);
  const sum = (places: number[]) => places.reduce((total, place) => total + gain(place), 0);
  const found = ranked.slice(0, k).flatMap((id, place) => (answers.includes(id) ? [place] : []));
  return sum(found) / sum(answers.slice(0, k).map((_, place) => place));
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
