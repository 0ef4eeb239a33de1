import type { DerivedChange } from "@dialectic/contract";
import { refillBoard } from "#board";
import type { Tx } from "#platform";
import type { SessionRow } from "#projects";
import { loadProcess } from "#recipes";

/**
 * Updates the board after its plan was edited or regenerated. Returns what changed on the board. The caller has locked the
 * session.
 */
export async function refillPlan(
  db: Tx,
  session: SessionRow,
  { iteration, stage }: { iteration: number; stage: string },
): Promise<DerivedChange[]> {
  if (session.status !== "iteration_complete" || iteration !== session.iteration) return [];
  const process = await loadProcess(db, session.process_template_id);
  if (process.stages.at(-1)?.key !== stage) return [];
  return refillBoard(db, { sessionId: session.id, iteration, stage });
}
