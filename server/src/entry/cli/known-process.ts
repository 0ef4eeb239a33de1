import { readdirSync, readFileSync } from "node:fs";
import { AppError, nearest } from "#platform";
import type { Cli } from "./cli.ts";
import { hasDatabase } from "./has-database.ts";

const folder = new URL("../../../seed/processes/", import.meta.url);

/** Refuses a process nobody knows before a database is made for it. Where there is one, it may hold the user's own. */
export function assertProcess({ config }: Cli, key: string | undefined): void {
  if (key === undefined || hasDatabase(config)) return;
  const known = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), "utf8").match(/^key: *(\S+)/m)?.[1])
    .filter((found) => found !== undefined);
  if (known.includes(key)) return;
  const meant = nearest(key, known);
  const help = meant ? `did you mean "${meant}"?` : `known are ${known.join(", ")}.`;
  throw new AppError("unknown_process", `There is no process "${key}": ${help}`);
}
