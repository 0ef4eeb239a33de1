import { Client } from "pg";
import { minimumVersion } from "./postgres-installation.ts";

/**
 * Connects and tries what the tests need: a recent enough server, a superuser and pgvector. It leaves nothing behind.
 */
export async function proveServer(url: string): Promise<{ version: string }> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined); // if the server stops meanwhile, the failing query reports it
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; number: number; superuser: boolean }>(`
      select current_setting('server_version') as version,
             current_setting('server_version_num')::int / 10000 as number,
             (select rolsuper from pg_roles where rolname = current_user) as superuser`);
    const server = rows[0];
    if (!server) throw new Error("the server did not report its version");
    if (server.number < minimumVersion) throw new Error(`its version is ${server.version}, below ${minimumVersion}`);
    if (!server.superuser) throw new Error("its user is not a superuser, but the tests create roles and databases");
    await client.query("begin");
    await client.query("create extension if not exists vector");
    await client.query("select '[1,2,3]'::vector <-> '[3,2,1]'::vector");
    await client.query("rollback");
    return { version: server.version };
  } finally {
    await client.end();
  }
}
