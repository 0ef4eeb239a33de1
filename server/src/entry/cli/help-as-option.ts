import type { Command } from "commander";
import { verbError } from "./known-command.ts";

/**
 * `help board move` and `board help move` as what they mean: `board move --help`. The library's own word for it looks at
 * one command alone, and not at all where a noun says itself what is missing. After a command without verbs, `help` may
 * be anything, such as a file.
 */
export function helpAsOption(program: Command, args: readonly string[]): string[] {
  const [before, after] = wordsAround(program, args);
  if (!after) return [...args];
  let command = program;
  for (const word of [...before, ...after]) {
    if (word.startsWith("-") || command.commands.length === 0) break;
    const next = findCommand(command, word);
    if (!next && command === program) break; // told by `assertCommand`, as without help
    if (!next) throw verbError(command, word);
    command = next;
  }
  return [...before, ...after, "--help"];
}

/** What stands before the word and after it; nothing after it where it is not said. */
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
