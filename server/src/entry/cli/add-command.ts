import type { Command, CommandOptions } from "commander";
import { howNamed, isNoun } from "./input/list-commands.ts";
import { verbError } from "./known-command.ts";

/**
 * A command with the options that all have. It refuses more words than it declares: commander lets a verb inherit from
 * its noun that any number of words is accepted, and then drops them. Free text is declared as `<text...>`.
 */
export function addCommand(parent: Command, usage: string, about: string, settings: CommandOptions = {}): Command {
  const command = parent
    .command(usage, settings)
    .allowExcessArguments(false)
    .description(about)
    .helpCommand(false) // told once, by the program: it works after every word
    .option("--data <dir>", "the data folder (else DIALECTIC_HOME, else .dialectic)")
    .option("--json", "the result as exactly one line of JSON on stdout");
  for (const argument of command.registeredArguments) {
    const name = argument.name();
    if (isNoun(name)) argument.description = howNamed[name];
  }
  return command;
}

/** A noun that is followed by a verb. Options belong to the verb; a missing verb is the first thing to say. */
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
