import type { ExpectedWork, PauseReason } from "@dialectic/contract";

const pauses: Record<PauseReason, string> = {
  funds: "Paused: the wallet or the budget does not cover it.",
  approval: "Paused before spending: it needs your approval.",
  user: "Paused by you.",
};

/** Explains in one or two sentences why a document is missing, and why its work is paused. */
export function describeReason({ why, pauseReason }: ExpectedWork): string | null {
  const sentences = [why, pauseReason && pauses[pauseReason]].filter((one) => one !== null);
  return sentences.length > 0 ? sentences.join(" ") : null;
}
