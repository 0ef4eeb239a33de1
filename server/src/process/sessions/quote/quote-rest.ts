import type { Overlay, Quote, SessionStatus } from "@dialectic/contract";
import { type ModelSettings, termsOf } from "#models";
import { AppError } from "#platform";
import type { Process } from "#recipes";
import { quoteProcess } from "./quote-process.ts";

export type UnfinishedSession = {
  status: SessionStatus;
  currentStage: string;
  models: readonly string[];
  leadModel: string;
  maxOutputTokens: number | null;
  continuations: number;
  proposals: number;
  overlay: Overlay;
};

/**
 * Computes what the unfinished stages of a session would cost at the prices of this installation. Null if nothing is left to
 * run, or if one of the models has no price here.
 */
export function quoteRest(
  session: UnfinishedSession,
  { process, brief, settings }: { process: Process; brief: string; settings: ModelSettings },
): Quote | null {
  const current = process.stages.findIndex((stage) => stage.key === session.currentStage);
  const isCurrentDone = session.status === "awaiting_feedback";
  const from = process.stages[current + (isCurrentDone ? 1 : 0)]?.key;
  if (session.status === "iteration_complete" || session.status === "archived" || from === undefined) return null;
  try {
    return quoteProcess({
      ...{ process, brief, overlay: session.overlay, leadModel: session.leadModel },
      ...{ maxOutputTokens: session.maxOutputTokens, continuations: session.continuations },
      terms: session.models.map((model) => termsOf(model, settings)),
      proposals: session.proposals,
      further: { from, progress: "" },
    });
  } catch (error) {
    const isUnpriced = error instanceof AppError && ["unknown_model", "unknown_price"].includes(error.code);
    if (isUnpriced) return null;
    throw error;
  }
}
