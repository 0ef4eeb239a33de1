import type { Command, CommandOptions } from "commander";

/** A command with the options that all have. */
export const addCommand = (parent: Command, usage: string, about: string, settings: CommandOptions = {}): Command =>
  parent
    .command(usage, settings)
    .description(about)
    .option("--data <dir>", "the data folder (else DIALECTIC_HOME, else .dialectic)")
    .option("--json", "the result as exactly one line of JSON on stdout");
