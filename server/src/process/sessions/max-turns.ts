/** How many turns an answer may take; then the document is finished as it is, and the gap is flagged in it. */
export const maxTurns = 6;
