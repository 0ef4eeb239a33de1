import type { Config, Log } from "#platform";
import type { EntryPoints } from "./entry-points.ts";

/** The context that every command receives. */
export type Cli = {
  config: Config;
  log: Log;
  entryPoints: EntryPoints;
  json: boolean;
  /**
   * Prints the result on stdout, once per command: as one line of JSON, or as text for people. In that text, commands are
   * written as this user types them, unless the text is a document (`verbatim`).
   */
  print(result: unknown, text: () => string, settings?: { verbatim?: boolean }): void;
  /** Prints a line that is not part of the result on stderr. */
  say(line: string): void;
};
