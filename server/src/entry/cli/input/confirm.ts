import { createInterface } from "node:readline/promises";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { Interrupted } from "../output/explain.ts";

/** Asks on a terminal before something that cannot be undone; where nobody can answer, `--yes` has to say so. */
export async function confirm(
  cli: Cli,
  { told, add, question, refused }: { told: string; add: string; question: string; refused: string },
): Promise<void> {
  if (cli.json || !process.stdin.isTTY) throw new AppError("invalid_input", `${told} ${add}`);
  cli.say(told);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const said = await lines.question(`${question} [y/N] `).finally(() => lines.close());
  if (!/^y(es)?$/i.test(said.trim())) throw new Interrupted(refused);
}
