import { Continuations, Overlay, Proposals, SessionStatus } from "@dialectic/contract";
import { z } from "zod";
import type { ModelSettings } from "#models";
import { AppError, type Tx } from "#platform";
import { loadProcess } from "#recipes";
import { quoteRest } from "#sessions";

/** The columns of a session that its price depends on. */
const PricedSession = z.object({
  status: SessionStatus,
  current_stage: z.string(),
  models: z.array(z.string()).min(1).max(12),
  lead_model: z.string(),
  max_output_tokens: z.int().positive().nullable(),
  continuations: Continuations,
  proposals: Proposals.default(1),
  overlay: Overlay,
});

/**
 * The columns that replace the quote of an imported session: a quote at the prices of this installation, because the
 * one in the file is whatever its author wrote, and that one beside it.
 */
export async function quoteImported(
  db: Tx,
  row: Record<string, unknown>,
  known: { processId: string; brief: string; settings: ModelSettings },
): Promise<{ quote: unknown; quote_in_export: unknown }> {
  const parsed = PricedSession.safeParse(row);
  if (!parsed.success) {
    const column = String(parsed.error.issues[0]?.path[0]);
    throw new AppError("damaged_export", `The rows of sessions cannot be imported: ${column} is not valid.`, {
      cause: parsed.error,
    });
  }
  const { current_stage, lead_model, max_output_tokens, ...session } = parsed.data;
  const process = await loadProcess(db, known.processId);
  const quote = quoteRest(
    { ...session, currentStage: current_stage, leadModel: lead_model, maxOutputTokens: max_output_tokens },
    { ...known, process },
  );
  return { quote, quote_in_export: { quote: row.quote ?? null } };
}
