import { Continuations, Overlay, Proposals, SessionStatus } from "@dialectic/contract";
import { z } from "zod";
import type { ModelSettings } from "#models";
import { AppError } from "#platform";
import type { Process } from "#recipes";
import { quoteRest } from "#sessions";
import { type RowPlace, rowError } from "./rows/row-error.ts";

/** The columns of a session that determine its price. Defaults are those of the database. */
const PricedSession = z.object({
  status: SessionStatus,
  current_stage: z.string(),
  models: z.array(z.string()),
  lead_model: z.string(),
  max_output_tokens: z.int().nullish(),
  continuations: Continuations.default(5),
  proposals: Proposals.default(1),
  overlay: Overlay.default({}),
});

/**
 * Replaces the quote of an imported session with a quote at the prices of this installation. The quote in the file
 * cannot be trusted; it is kept in `quote_in_export`.
 */
export function quoteImported(
  place: RowPlace,
  row: Record<string, unknown>,
  known: { process: Process; brief: string; settings: ModelSettings },
): { quote: unknown; quote_in_export: unknown } {
  const { current_stage, lead_model, max_output_tokens, ...session } = PricedSession.parse(row);
  const unfinished = { ...session, currentStage: current_stage, leadModel: lead_model };
  try {
    const quote = quoteRest({ ...unfinished, maxOutputTokens: max_output_tokens ?? null }, known);
    return { quote, quote_in_export: { quote: row.quote ?? null } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw rowError({ ...place, column: "process_template_id" }, error.message, error); // the process cannot be run
  }
}
