/** Shown next to a word that says what is in progress. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-3 flex-none animate-spin rounded-full border-2 border-line-2 border-t-ink"
    />
  );
}
