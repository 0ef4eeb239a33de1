/**
 * A process that runs PGlite over `SyncedFiles` with room for only sixteen pages, and never waits for the log. Nearly every
 * statement therefore writes pages whose log records are not on the disk yet.
 */
import { channel } from "node:diagnostics_channel";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";
import { createFromTemplate } from "#platform";
import { syncedWith } from "../../../src/platform/db/pglite/pglite-settings.ts";
import { SyncedFiles } from "../../../src/platform/db/pglite/synced-files.ts";

const dir = join(process.env["DIALECTIC_HOME"] ?? "", "database");
mkdirSync(dirname(dir));
await createFromTemplate(dir);
const files = new SyncedFiles(dir, (error) => {
  throw error;
});
const database = await PGlite.create({
  fs: files,
  extensions: { vector, pg_trgm },
  startParams: [...syncedWith(PGlite.defaultStartParams), "-c", "shared_buffers=128kB"],
});
channel("dialectic:told").publish({ is: "opened" });
await database.exec("create table evicted (n int primary key, text text)");
for (let n = 0; n < 150; n++) {
  await database.query("insert into evicted values ($1, repeat(md5($2), 100))", [n, String(n)]);
  await database.query("update evicted set text = text || 'x' where n = $1", [Math.floor(n / 2)]);
  if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve)); // lets a background sync finish
  void files.log.synced();
}
await database.close();
files.log.close();
