import { sha256 } from "#platform";

/**
 * Labels for `count` proposals, the i-th for the i-th proposal in the order of the session's models. Shuffled by the seed, so that a
 * label reveals nothing about its author. The same seed gives the same order, so it must not contain anything that differs between a
 * run and its repetition, such as an id.
 */
export function shuffledLabels(input: { seed: string; count: number }): string[] {
  const labels = Array.from({ length: input.count }, (_, index) => `Proposal ${letters(index)}`);
  return labels
    .map((label) => ({ label, rank: sha256(JSON.stringify([input.seed, label])) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ label }) => label);
}

/** A … Z, AA, AB … as spreadsheets count. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
