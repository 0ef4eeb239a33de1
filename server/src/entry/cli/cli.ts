import type { Config, Log } from "#platform";
import type { Doors } from "./doors.ts";

/** What every command has at hand. */
export type Cli = {
  config: Config;
  log: Log;
  doors: Doors;
  json: boolean;
  /** The result, on stdout: as one line of JSON, or as the text for people. Once per command. */
  print(result: unknown, text: () => string): void;
  /** Anything else, on stderr. */
  say(line: string): void;
};
