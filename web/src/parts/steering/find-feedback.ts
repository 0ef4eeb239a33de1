import type { Feedback } from "@dialectic/contract";

export type Subject = { stage: string; iteration: number; documentId?: string | null | undefined };

/** The feedback on a stage in one iteration, or on one of its documents; empty if there is none. */
export const findFeedback = (
  all: readonly Pick<Feedback, "stage" | "iteration" | "documentId" | "text">[],
  { stage, iteration, documentId }: Subject,
): string =>
  all.find((one) => one.stage === stage && one.iteration === iteration && one.documentId === (documentId ?? null))
    ?.text ?? "";
