import { readdirSync, readFileSync } from "node:fs";
import type { ErrorCode } from "@dialectic/contract";
import { AppError, nearest } from "#platform";
import type { Cli } from "../cli.ts";
import { hasDatabase } from "../connect/has-database.ts";

/**
 * Throws for an unknown process, so that no database is created for it. If a database exists, checks nothing, because it may
 * have the user's own processes.
 */
export const assertProcess = (cli: Cli, key: string | undefined): void =>
  assertShipped(cli, key, { folder: "processes", word: "process", code: "unknown_process" });

/** Throws for an unknown domain, so that no database is created for it. If a database exists, checks nothing. */
export const assertDomain = (cli: Cli, key: string | undefined): void =>
  assertShipped(cli, key, { folder: "domains", word: "domain", code: "unknown_domain" });

type Kind = { folder: string; word: string; code: ErrorCode };

function assertShipped({ config }: Cli, key: string | undefined, { folder, word, code }: Kind): void {
  if (key === undefined || hasDatabase(config)) return;
  const files = new URL(`../../../../seed/${folder}/`, import.meta.url);
  const known = readdirSync(files)
    .map((file) => readFileSync(new URL(file, files), "utf8").match(/^key: *(\S+)/m)?.[1])
    .filter((found) => found !== undefined);
  if (known.includes(key)) return;
  const meant = nearest(key, known);
  const help = meant ? `: did you mean "${meant}"?` : `. Available: ${known.join(", ")}.`;
  throw new AppError(code, `There is no ${word} "${key}"${help}`);
}
