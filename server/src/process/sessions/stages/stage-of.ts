import { AppError } from "#platform";
import type { Process, Stage } from "#recipes";

export function stageOf(process: Process, key: string): Stage {
  const stage = process.stages.find((one) => one.key === key);
  if (stage) return stage;
  const known = process.stages.map((one) => one.key).join(", ");
  throw new AppError("not_found", `The process ${process.key} has no stage "${key}". Its stages are ${known}.`);
}

/** The first stage of a process. */
export function firstStage(process: Process): string {
  const [first] = process.stages;
  if (!first) throw new AppError("invalid_recipe", `The process ${process.key} has no stages.`);
  return first.key;
}
