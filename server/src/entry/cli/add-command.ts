import type { Command, CommandOptions } from "commander";
import { verbError } from "./command-errors.ts";
import { isNoun, refHelp } from "./input/ref-help.ts";

/**
 * Adds a command with the options that every command has. The command rejects surplus arguments; by default, a verb
 * would ignore them, because its noun allows them and commander copies this setting. Free text is declared as
 * `<text...>`.
 */
export function addCommand(parent: Command, usage: string, about: string, settings: CommandOptions = {}): Command {
  const command = parent
    .command(usage, settings)
    .allowExcessArguments(false)
    .description(about)
    .helpCommand(false) // the program's own help documents `help`, which works with every command
    .option("--data <dir>", "data folder (default: DIALECTIC_HOME, else .dialectic)")
    .option("--json", "print the result as one line of JSON on stdout");
  for (const argument of command.registeredArguments) {
    const name = argument.name();
    if (isNoun(name)) argument.description = refHelp[name];
  }
  return command;
}

/** Adds a noun. It needs a verb, and only the verb has options. A missing verb is reported before any other mistake. */
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
