import { createInterface } from "node:readline/promises";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { Interrupted } from "../output/explain.ts";

/**
 * On a terminal, asks for confirmation of something that cannot be undone. Without a terminal, throws; `hint` names the
 * option that confirms.
 */
export async function confirm(
  cli: Cli,
  { warning, hint, question, declined }: { warning: string; hint: string; question: string; declined: string },
): Promise<void> {
  if (cli.json || !process.stdin.isTTY) throw new AppError("invalid_input", `${warning} ${hint}`);
  cli.say(warning);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} [y/N] `).finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new Interrupted(declined);
}
