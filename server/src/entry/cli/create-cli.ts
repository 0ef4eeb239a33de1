import { createLog, readConfig, secretsIn } from "#platform";
import type { Cli } from "./cli.ts";
import type { Doors } from "./doors.ts";
import { asTyped } from "./input/program-name.ts";
import { printable, printableJson } from "./output/printable.ts";

export type CommonOptions = { data?: string | undefined; json?: boolean | undefined };

export function createCli(input: {
  doors: Doors;
  options: CommonOptions;
  /** Long-running commands log as they are set to; the others say what is wrong in a sentence and log only when asked. */
  isLongRunning: boolean;
}): Cli {
  const { doors, options, isLongRunning } = input;
  const config = readConfig(process.env, { data: options.data });
  const isLogWanted = isLongRunning || process.env.DIALECTIC_LOG !== undefined;
  const json = options.json ?? false;
  return {
    config,
    doors,
    json,
    log: createLog(isLogWanted ? config.logLevel : "silent", {}, secretsIn(config.env)),
    print(result, text, { verbatim = false } = {}) {
      // A document that goes to a file or another program stays as it is.
      const verbatimText = () => (process.stdout.isTTY ? printable(text()) : text());
      const shown = () => (verbatim ? verbatimText() : printable(asTyped(text()))).trimEnd();
      process.stdout.write(`${json ? printableJson(result) : shown()}\n`);
    },
    say(line) {
      process.stderr.write(`${printable(asTyped(line))}\n`);
    },
  };
}
