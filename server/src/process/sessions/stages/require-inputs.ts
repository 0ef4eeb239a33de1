import { sourceDocuments } from "#documents";
import { AppError, type Tx } from "#platform";
import type { SessionRow } from "#projects";
import type { Process, Stage } from "#recipes";

/** Throws if required inputs from earlier stages are missing. */
export async function requireInputs(
  db: Tx,
  input: { session: SessionRow; process: Process; stage: Stage },
): Promise<void> {
  const { session, stage } = input;
  const wanted = stage.recipe.steps
    .flatMap((step) => step.inputs)
    .flatMap((one) =>
      one.required && one.stage && one.stage !== stage.key ? [{ type: one.type, stage: one.stage }] : [],
    );
  if (wanted.length === 0) return;
  const stages = [...new Set(wanted.map((one) => one.stage))];
  const sources = await sourceDocuments(db, { sessionId: session.id, iteration: session.iteration, stages });
  const missing = wanted.find(
    (one) => !sources.some((source) => source.stage === one.stage && source.type === one.type),
  );
  if (missing) {
    throw new AppError(
      "missing_input",
      `${stage.name} needs a ${missing.type} document of the ${missing.stage} stage, but there is none. Generate that stage first.`,
    );
  }
}
