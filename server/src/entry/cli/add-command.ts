import type { Command, CommandOptions } from "commander";
import { verbError } from "./command-errors.ts";
import { isNoun, refHelp } from "./input/ref-help.ts";

/**
 * Adds a command with the options that every command has. Rejects surplus words explicitly, because a verb inherits from its
 * noun the setting that allows them, and commander would silently drop them. Free text is declared as `<text...>`.
 */
export function addCommand(parent: Command, usage: string, about: string, settings: CommandOptions = {}): Command {
  const command = parent
    .command(usage, settings)
    .allowExcessArguments(false)
    .description(about)
    .helpCommand(false) // the program documents `help` once: it works after every word
    .option("--data <dir>", "data folder (default: DIALECTIC_HOME, else .dialectic)")
    .option("--json", "print the result as one line of JSON on stdout");
  for (const argument of command.registeredArguments) {
    const name = argument.name();
    if (isNoun(name)) argument.description = refHelp[name];
  }
  return command;
}

/** Adds a noun that needs a verb. Options belong to the verb; a missing verb is reported before any other mistake. */
export function addNoun(program: Command, name: string, about: string): Command {
  const noun = program.command(name).description(about).usage("<verb> [options]");
  return noun
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw verbError(
        noun,
        noun.args.find((arg) => !arg.startsWith("-")),
      );
    });
}
