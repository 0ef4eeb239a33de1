import { createLog, readConfig, secretsIn } from "#platform";
import type { Cli } from "./cli.ts";
import type { EntryPoints } from "./entry-points.ts";
import { asTyped } from "./input/program-name.ts";
import { printable, printableJson } from "./output/printable.ts";

export type CommonOptions = { data?: string | undefined; json?: boolean | undefined };

export function createCli(input: {
  entryPoints: EntryPoints;
  options: CommonOptions;
  /**
   * Long-running commands log at the configured level; other commands print errors as sentences and log only on
   * request.
   */
  isLongRunning: boolean;
}): Cli {
  const { entryPoints, options, isLongRunning } = input;
  const config = readConfig(process.env, { data: options.data });
  const isLogWanted = isLongRunning || process.env.DIALECTIC_LOG !== undefined;
  const json = options.json ?? false;
  return {
    config,
    entryPoints,
    json,
    log: createLog(isLogWanted ? config.logLevel : "silent", {}, secretsIn(config.env)),
    print(result, text, { verbatim = false } = {}) {
      // A document that is piped to a file or another program is not changed.
      const verbatimText = () => (process.stdout.isTTY ? printable(text()) : text());
      const shown = () => (verbatim ? verbatimText() : printable(asTyped(text()))).trimEnd();
      process.stdout.write(`${json ? printableJson(result) : shown()}\n`);
    },
    say(line) {
      process.stderr.write(`${printable(asTyped(line))}\n`);
    },
  };
}
