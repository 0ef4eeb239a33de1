import type { ExpectedWork, PauseReason } from "@dialectic/contract";

const pauses: Record<PauseReason, string> = {
  funds: "Paused: the wallet or the budget does not cover it.",
  approval: "Paused before spending: it needs your approval.",
  user: "Paused by you.",
};

/** Says why a piece of work is missing, with the reason it is paused for, in one or two sentences. */
export function describeReason({ why, pauseReason }: ExpectedWork): string | null {
  const sentences = [why, pauseReason && pauses[pauseReason]].filter((one) => one !== null);
  return sentences.length > 0 ? sentences.join(" ") : null;
}
