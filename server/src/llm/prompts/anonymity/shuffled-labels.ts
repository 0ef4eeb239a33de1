import { sha256 } from "#platform";

/**
 * Returns labels for `count` proposals; the i-th label is for the i-th proposal in the order of the session's models.
 * The seed shuffles the labels, so that a label reveals nothing about the author. A repeated run must assign the same
 * labels, so the seed must not contain anything that differs between runs, such as an id.
 */
export function shuffledLabels(input: { seed: string; count: number }): string[] {
  const labels = Array.from({ length: input.count }, (_, index) => `Proposal ${letters(index)}`);
  return labels
    .map((label) => ({ label, rank: sha256(JSON.stringify([input.seed, label])) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ label }) => label);
}

/** A … Z, AA, AB …, like the columns of a spreadsheet. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
