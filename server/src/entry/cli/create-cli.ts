import { createLog, readConfig, secretsIn } from "#platform";
import { asTyped } from "./as-typed.ts";
import type { Cli } from "./cli.ts";
import type { Doors } from "./doors.ts";

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
      const shown = () => (verbatim ? text() : asTyped(text())).trimEnd();
      process.stdout.write(`${json ? JSON.stringify(result) : shown()}\n`);
    },
    say(line) {
      process.stderr.write(`${asTyped(line)}\n`);
    },
  };
}
