import type { DerivedChange } from "@dialectic/contract";
import { refillBoard } from "#board";
import type { Tx } from "#platform";
import type { SessionRow } from "#projects";
import { loadProcess } from "#recipes";

/** A document was edited or written anew: if the board came from it, the board hears of it. Answers what changed on it. Called with the session locked. */
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
