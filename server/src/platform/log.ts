import { scrub } from "./scrub.ts";

const levels = { debug: 10, info: 20, warn: 30, error: 40, silent: 100 } as const;
export type LogLevel = keyof typeof levels;

export type Log = {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
  with(fields: Record<string, unknown>): Log;
};

/**
 * Writes one JSON line per message to stderr, because stdout is for results. `secrets` are redacted wherever they
 * appear.
 */
export function createLog(level: LogLevel, fields: Record<string, unknown> = {}, secrets: readonly string[] = []): Log {
  const write =
    (at: Exclude<LogLevel, "silent">) =>
    (message: string, more: Record<string, unknown> = {}) => {
      if (levels[at] < levels[level]) return;
      const said = { at: new Date().toISOString(), level: at, message, ...fields, ...more };
      const line = scrub(said, secrets, { stacks: level === "debug" });
      process.stderr.write(`${JSON.stringify(line)}\n`);
    };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    with: (more) => createLog(level, { ...fields, ...more }, secrets),
  };
}
