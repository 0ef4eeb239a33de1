/** Sent after a cut-off answer. It never repeats the request: the whole conversation stands before it. */
export function continueMessage(): string {
  return [
    "Continue exactly where you stopped.",
    "Your next character follows directly on the last character above, in the middle of a word or table row if need be.",
    "Do not repeat, summarise, apologise or announce anything, do not open a new heading unless one is due,",
    "and stop after the last artifact.",
  ].join(" ");
}
