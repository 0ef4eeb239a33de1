import type { Feedback } from "@dialectic/contract";

export type Subject = { stage: string; iteration: number; documentId?: string | null | undefined };

/** What was said of a stage in one iteration, or of one document; empty where nothing was. Each iteration is spoken of for itself. */
export const saidOf = (
  all: readonly Pick<Feedback, "stage" | "iteration" | "documentId" | "text">[],
  { stage, iteration, documentId }: Subject,
): string =>
  all.find((one) => one.stage === stage && one.iteration === iteration && one.documentId === (documentId ?? null))
    ?.text ?? "";
