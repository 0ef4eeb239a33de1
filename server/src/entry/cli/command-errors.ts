import type { Command } from "commander";
import { AppError, nearest } from "#platform";

/**
 * Rejects an unknown command. Commander would take it for an argument of `serve`, the default command, and complain about
 * the options instead.
 */
export function assertCommand(program: Command, args: readonly string[]): void {
  const [first] = args;
  if (first === undefined || first.startsWith("-")) return;
  const known = program.commands.map((command) => command.name());
  if (known.includes(first)) return;
  const meant = nearest(first, known);
  const help = meant ? `: did you mean "${meant}"?` : '. Run "dialectic --help" to list the commands.';
  throw new AppError("invalid_input", `There is no command "${first}"${help}`);
}

/** The error for a noun with an unknown verb or without a verb. */
export function verbError(noun: Command, typed: string | undefined): AppError {
  const name = nameOf(noun);
  const verbs = noun.commands.map((command) => command.name());
  const list = verbs.length > 1 ? `${verbs.slice(0, -1).join(", ")} or ${verbs.at(-1)}` : verbs.join();
  if (typed === undefined) {
    const example = `"dialectic ${name} ${verbs[0]}"`;
    return new AppError("invalid_input", `"${name}" needs a verb: ${list}. For example: ${example}.`);
  }
  const meant = nearest(typed, verbs);
  const help = meant ? `: did you mean "${name} ${meant}"?` : `. Use ${list}.`;
  return new AppError("invalid_input", `There is no "${name} ${typed}"${help}`);
}

/** A command as it is typed after the program's name: `models key`. */
export const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
