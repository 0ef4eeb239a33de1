import { readdirSync } from "node:fs";
import { AppError, nearest } from "#platform";
import type { Cli } from "./cli.ts";
import { hasDatabase } from "./has-database.ts";

const folder = new URL("../../../seed/domains/", import.meta.url);

/** Refuses a domain nobody knows before a database is made for it. Where there is one, it may hold the user's own. */
export function assertDomain({ config }: Cli, key: string): void {
  if (hasDatabase(config)) return;
  const known = readdirSync(folder).map((file) => file.replace(/\.yaml$/, ""));
  if (known.includes(key)) return;
  const meant = nearest(key, known);
  const help = meant ? `did you mean "${meant}"?` : `known are ${known.join(", ")}.`;
  throw new AppError("unknown_domain", `There is no domain "${key}": ${help}`);
}
