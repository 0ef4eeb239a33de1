import type { DocumentSummary, Session } from "./resources.ts";

/** No later iteration of the session has begun the document's stage again: what it says is what is read. */
export const isInUse = (
  { stage, iteration }: Pick<DocumentSummary, "stage" | "iteration">,
  { stages }: Pick<Session, "stages">,
): boolean => stages.some((one) => one.stage === stage && one.iteration === iteration);
