import type { Command, Option } from "commander";
import { AppError } from "#platform";
import { nameOf } from "../command-errors.ts";
import { programName } from "./program-name.ts";

/**
 * npm itself has options with these names. `npm_config_yes`, for example, may come from a settings file, so it does not
 * prove that `--yes` was typed.
 */
const npmOwn = new Set(["all", "before", "git", "json", "key", "yes"]);

/**
 * Throws if npm consumed an option of the command. Without `--`, `npm start run brief.md --out plans` passes only `run
 * brief.md plans` to the program, and the command would run without its options. Only environment variables show what npm
 * consumed.
 */
export function assertNothingLeftToNpm(
  program: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (programName(env) === "dialectic") return;
  const command = commandCalled(program, args);
  const kept = command.options.find(
    (option) => isKept(option, env) && !npmOwn.has(option.name()) && !isTyped(option, args),
  );
  if (!kept) return;
  throw new AppError(
    "invalid_input",
    `npm consumed the option ${kept.long}. Type two hyphens first, as in "npm start -- ${nameOf(command)} … ${kept.long}".`,
  );
}

function commandCalled(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const word of args) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) break;
    command = next;
  }
  return command;
}

/** npm spells the name with underscores, and stores an option that begins with `--no-` as an empty value. */
function isKept(option: Option, env: NodeJS.ProcessEnv): boolean {
  const value = env[`npm_config_${option.name().replace(/^no-/, "").replaceAll("-", "_")}`];
  return option.negate ? value === "" : value !== undefined && value !== "";
}

const isTyped = ({ long = "" }: Option, args: readonly string[]): boolean =>
  args.some((word) => word === long || word.startsWith(`${long}=`));
