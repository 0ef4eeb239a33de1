import { CommanderError } from "commander";
import { keepPrivate } from "#platform";
import { createProgram } from "./create-program.ts";
import type { Doors } from "./doors.ts";
import { helpAsOption } from "./help-as-option.ts";
import { assertNothingLeftToNpm } from "./input/npm-options.ts";
import { assertCommand } from "./known-command.ts";
import { explain } from "./output/explain.ts";
import { printable, printableJson } from "./output/printable.ts";
import { startWith } from "./start-command.ts";

/** Runs one command line to its end and answers the exit code. */
export async function main(args: string[], doors: Doors): Promise<number> {
  keepPrivate();
  try {
    const program = createProgram(startWith(doors));
    const meant = helpAsOption(program, args);
    assertCommand(program, meant);
    assertNothingLeftToNpm(program, meant);
    await program.parseAsync(meant, { from: "user" });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0; // --help, --version
    const { code, sentence, exit, result } = explain(thrown);
    process.stderr.write(`${printable(sentence)}\n`);
    // One line on stdout in any case: a program that asked for JSON need not guess from its absence.
    if (args.includes("--json")) {
      process.stdout.write(`${printableJson(result ?? { error: { code, message: sentence } })}\n`);
    }
    return exit;
  }
}
