import { availableParallelism } from "node:os";
import { seconds, tick } from "../tell.ts";

export interface StepOutcome {
  ok: boolean;
  /** Shown only when the step failed. */
  output: string;
}

export interface Step {
  name: string;
  run(): Promise<StepOutcome>;
}

/** Runs a few steps at a time, reports each step when it ends, and shows at the end what the failed steps printed. */
export async function runSteps(steps: Step[]): Promise<boolean> {
  const waiting = [...steps];
  const failed: { name: string; output: string }[] = [];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const startedAt = performance.now();
      const outcome = await attempt(step);
      process.stdout.write(`  ${tick(outcome.ok)} ${step.name}  ${seconds(startedAt)}\n`);
      if (!outcome.ok) failed.push({ name: step.name, output: outcome.output });
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));
  for (const { name, output } of failed) process.stdout.write(`\n── ${name} ──\n${output.trim()}\n`);
  return failed.length === 0;
}

async function attempt(step: Step): Promise<StepOutcome> {
  try {
    return await step.run();
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
}
