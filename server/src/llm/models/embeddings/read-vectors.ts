import { AppError } from "#platform";

type Wanted = { model: string; count: number; dimensions: number | null };

/** What came back, each vector brought to length 1; or why these are no vectors. A wrong one would spoil every search. */
export function readVectors(vectors: readonly (readonly number[])[], wanted: Wanted): number[][] | AppError {
  const { model, count } = wanted;
  if (vectors.length !== count) return unusable(`${model} gave ${vectors.length} vectors for ${count} texts.`);
  const dimensions = wanted.dimensions ?? vectors[0]?.length ?? 0;
  const read: number[][] = [];
  for (const vector of vectors) {
    if (vector.length !== dimensions || dimensions === 0) {
      const what = `${model} gave vectors of ${vector.length} numbers, not of ${dimensions}.`;
      return unusable(`${what} Correct "dimensions" in models.json if that is what it gives.`);
    }
    const length = Math.hypot(...vector);
    if (!Number.isFinite(length) || length === 0) return unusable(`${model} gave a vector that points nowhere.`);
    read.push(vector.map((number) => number / length));
  }
  return read;
}

const unusable = (message: string): AppError => new AppError("invalid_answer", message);
