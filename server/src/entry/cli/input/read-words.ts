import type { Command } from "commander";
import { AppError } from "#platform";

/**
 * The words after a command, one string for each argument; the words of a free text (`<text...>`) are joined by single
 * spaces. No word is ignored: commander rejects surplus words and unknown options, this file rejects empty values and
 * repeated options, and `assertNothingLeftToNpm` rejects options that npm consumed, all before the command opens
 * anything.
 */
export function readWords(command: Command, { allowsEmptyText }: { allowsEmptyText: boolean }): string[] {
  for (let one: Command | null = command; one; one = one.parent) assertNoEmptyOption(one);
  const declared = command.registeredArguments;
  const last = declared.at(-1);
  const words = last?.variadic
    ? [...command.args.slice(0, declared.length - 1), ...joined(command.args.slice(declared.length - 1))]
    : command.args;
  for (const [index, word] of words.entries()) {
    if (word.trim() !== "" || (allowsEmptyText && index === declared.length - 1)) continue;
    const name = declared[index]?.name() ?? "last word";
    throw new AppError("invalid_input", `The ${name} is empty. Add --help for usage.`);
  }
  return words;
}

const joined = (words: readonly string[]): string[] => (words.length === 0 ? [] : [words.join(" ")]);

/** Rejects an option that is given twice: commander would keep only the last value. */
export function refuseRepeatedOptions(program: Command): void {
  for (const command of program.commands) {
    for (const option of command.options.filter(({ required }) => required)) {
      let isGiven = false;
      command.on(`option:${option.name()}`, () => {
        if (isGiven) throw new AppError("invalid_input", `The option ${option.long} is given twice. Give it once.`);
        isGiven = true;
      });
    }
    refuseRepeatedOptions(command);
  }
}

function assertNoEmptyOption(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== "cli") continue;
    const value: unknown = command.getOptionValue(name);
    if (typeof value === "string" && value.trim() === "") {
      throw new AppError("invalid_input", `The option ${option.long} is empty. Give it a value or leave it out.`);
    }
  }
}
