import { AppError, type Tx } from "#platform";
import type { SessionRow } from "#projects";
import type { Stage } from "#recipes";
import { regenerations } from "./target.store.ts";

/** Throws while a document that the stage would read is being regenerated. Auto mode does not wait for regenerations. */
export async function refuseWhileRegenerating(db: Tx, input: { session: SessionRow; stage: Stage }): Promise<void> {
  if (input.session.auto) return;
  const [first] = await regenerations(db, input.session.id);
  if (!first) return;
  throw new AppError(
    "missing_input",
    `${input.stage.name} cannot start yet: ${first.label ?? "a document"} is being regenerated (job ${first.id}). Wait for it, or cancel that job.`,
  );
}
