import type { Overlay } from "@dialectic/contract";
import { sql } from "kysely";
import { newId, type Tx } from "#platform";
import type { NewVersion } from "./process.store.ts";

export type DomainRow = {
  id: string;
  key: string;
  version: number;
  name: string;
  about: string;
  default_process: string;
  overlay: Overlay;
  own: boolean;
  processes: string[];
};

export async function insertDomain(
  db: Tx,
  row: NewVersion & { name: string; about: string; default: string; overlay: Overlay; processes: readonly string[] },
): Promise<string> {
  const id = newId();
  await sql`
    insert into domains (id, owner_id, key, version, name, about, default_process, overlay, sha256)
    values (${id}, ${row.owner}, ${row.key}, ${row.version}, ${row.name}, ${row.about}, ${row.default},
      ${JSON.stringify(row.overlay)}::text::jsonb, ${row.sha256})`.execute(db);
  for (const [position, process] of row.processes.entries()) {
    await sql`
      insert into domain_processes (domain_id, process, position) values (${id}, ${process}, ${position})`.execute(db);
  }
  return id;
}

/** The newest version of every domain, or of the domain with this key. */
export async function newestDomains(db: Tx, key: string | null = null): Promise<DomainRow[]> {
  const { rows } = await sql<DomainRow>`
    select distinct on (d.key) d.id, d.key, d.version, d.name, d.about, d.default_process, d.overlay,
      d.owner_id is not null as own,
      (select json_agg(p.process order by p.position) from domain_processes p where p.domain_id = d.id) as processes
    from domains d
    where d.key = plain_key(d.key) and (${key}::text is null or d.key = ${key})
    order by d.key, d.version desc`.execute(db);
  return rows;
}
