import type { Command } from "commander";
import { verbError } from "./command-errors.ts";

/**
 * Turns `help board move` and `board help move` into `board move --help`. Commander's own `help` command supports only
 * one level, and never runs after a noun, which reports a missing verb instead. After a command without verbs, `help`
 * may be an argument, such as a file name.
 */
export function helpAsOption(program: Command, args: readonly string[]): string[] {
  const [before, after] = wordsAround(program, args);
  if (!after) return [...args];
  let command = program;
  for (const word of [...before, ...after]) {
    if (word.startsWith("-") || command.commands.length === 0) break;
    const next = findCommand(command, word);
    if (!next && command === program) break; // `assertCommand` reports the unknown command
    if (!next) throw verbError(command, word);
    command = next;
  }
  return [...before, ...after, "--help"];
}

/** The words before `help` and after it; there is no second list if `help` was not typed. */
function wordsAround(program: Command, args: readonly string[]): [string[], string[]?] {
  let command: Command | undefined = program;
  for (const [place, word] of args.entries()) {
    if (!command || command.commands.length === 0) break;
    if (word === "help") return [args.slice(0, place), args.slice(place + 1)];
    command = findCommand(command, word);
  }
  return [[...args]];
}

const findCommand = (command: Command, word: string): Command | undefined =>
  command.commands.find((one) => one.name() === word);
