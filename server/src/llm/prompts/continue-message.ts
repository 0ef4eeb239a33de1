/**
 * The message sent after a cut-off answer. It does not repeat the request, because the whole conversation precedes it.
 */
export function continueMessage(): string {
  return [
    "Continue exactly where you stopped.",
    "Your next character follows directly on the last character above: a line, table row or word that was cut off has been removed, so begin it again.",
    "Do not repeat, summarise, apologise or announce anything, do not open a new heading unless one is due,",
    "and stop after the last artifact.",
  ].join(" ");
}
