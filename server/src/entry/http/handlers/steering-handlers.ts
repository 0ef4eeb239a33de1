import { readDocumentVersion } from "#documents";
import {
  acceptFinding,
  editDocument,
  giveFeedback,
  listFeedback,
  quoteRegeneration,
  quoteStale,
  readSeedPrompt,
  regenerateDocument,
  regenerateStale,
} from "#sessions";
import { type Handlers, items } from "./handler.ts";

/** Handlers of steering: feedback, answers, edits and choices between stages. */
export const steeringHandlers = {
  giveFeedback,
  listFeedback: items(listFeedback),
  readSeedPrompt,
  editDocument,
  readDocumentVersion,
  acceptFinding,
  quoteRegeneration,
  quoteStale,
  regenerateDocument,
  regenerateStale,
} satisfies Partial<Handlers>;
