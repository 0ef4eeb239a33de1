import type { Config, Log } from "#platform";
import type { Doors } from "./doors.ts";

/** What every command has at hand. */
export type Cli = {
  config: Config;
  log: Log;
  doors: Doors;
  json: boolean;
  /**
   * The result, on stdout: as one line of JSON, or as the text for people, in which commands are made what this user
   * types, unless it is a text of somebody else's (`verbatim`). Once per command.
   */
  print(result: unknown, text: () => string, settings?: { verbatim?: boolean }): void;
  /** Anything else, on stderr. */
  say(line: string): void;
};
