import { CommanderError } from "commander";
import { keepPrivate } from "#platform";
import { assertCommand } from "./command-errors.ts";
import { createProgram } from "./create-program.ts";
import type { EntryPoints } from "./entry-points.ts";
import { helpAsOption } from "./help-as-option.ts";
import { assertNothingLeftToNpm } from "./input/npm-options.ts";
import { explain } from "./output/explain.ts";
import { printable, printableJson } from "./output/printable.ts";
import { startWith } from "./start-command.ts";

/** Runs one command line and returns the exit code. */
export async function main(args: string[], entryPoints: EntryPoints): Promise<number> {
  keepPrivate();
  try {
    const program = createProgram(startWith(entryPoints));
    const meant = helpAsOption(program, args);
    assertCommand(program, meant);
    assertNothingLeftToNpm(program, meant);
    await program.parseAsync(meant, { from: "user" });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0; // --help, --version
    const { code, sentence, exit, result } = explain(thrown);
    process.stderr.write(`${printable(sentence)}\n`);
    // With --json, an error is one line on stdout, too.
    if (args.includes("--json")) {
      process.stdout.write(`${printableJson(result ?? { error: { code, message: sentence } })}\n`);
    }
    return exit;
  }
}
