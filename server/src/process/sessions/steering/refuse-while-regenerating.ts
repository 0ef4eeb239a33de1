import { AppError, type Tx } from "#platform";
import type { SessionRow } from "#projects";
import type { Stage } from "#recipes";
import { regenerations } from "./target.store.ts";

/** A person who starts a stage wants it to read what is being written anew. A session in auto mode waits for nobody. */
export async function refuseWhileRegenerating(db: Tx, input: { session: SessionRow; stage: Stage }): Promise<void> {
  if (input.session.auto) return;
  const [first] = await regenerations(db, input.session.id);
  if (!first) return;
  throw new AppError(
    "missing_input",
    `${input.stage.name} cannot start yet: ${first.label ?? "a document"} is being regenerated (job ${first.id}). Wait for it, or cancel that job.`,
  );
}
