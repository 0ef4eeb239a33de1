import type { DomainInfo } from "@dialectic/contract";
import { AppError, nearest, type Tx, type UserDb } from "#platform";
import { type DomainRow, newestDomains } from "./domain.store.ts";
import * as processes from "./process.store.ts";

/** The newest version of every domain, from which a person chooses. */
export const listDomains = (ctx: { db: UserDb }): Promise<DomainInfo[]> =>
  ctx.db.tx(async (db) =>
    (await newestDomains(db)).map(({ id: _, default_process, ...domain }) => ({
      ...domain,
      defaultProcess: default_process,
    })),
  );

/** The newest version of a domain. New sessions use it. */
export async function latestDomain(db: Tx, key: string): Promise<DomainRow> {
  const [domain] = await newestDomains(db, key);
  if (domain) return domain;
  const known = (await newestDomains(db)).map((one) => one.key);
  const meant = nearest(key, known);
  const help = meant ? `Did you mean "${meant}"?` : `Available: ${known.join(", ")}.`;
  throw new AppError("unknown_domain", `There is no domain "${key}". ${help}`);
}

/** The key of the process to use for a project in this domain. A user's own processes can be used in any domain. */
export async function processOfDomain(db: Tx, domain: DomainRow, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return domain.default_process;
  if (domain.processes.includes(wanted)) return wanted;
  const [found] = await processes.newestProcesses(db, wanted);
  if (!found || found.own) return wanted; // an unknown process is reported later, with a list of the known ones
  throw new AppError(
    "invalid_input",
    `The domain ${domain.key} does not offer the process "${wanted}", only ${domain.processes.join(", ")}.`,
  );
}
