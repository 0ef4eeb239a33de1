import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Gives the run a user's folder of its own, names the template of this run's databases on the server, and drops it at the end; whoever needs it first makes it. */
export function setup(): () => Promise<void> {
  // Folders that tests make are not to be noted among those of whoever runs them.
  const userDir = mkdtempSync(join(tmpdir(), "dialectic-user-"));
  process.env.DIALECTIC_USER_DIR = userDir;
  const forgetUser = () => rmSync(userDir, { recursive: true, force: true });
  const url = process.env.DIALECTIC_TEST_DATABASE_URL;
  if (!url) return async () => forgetUser();
  const name = `dialectic_template_${process.pid}_${Date.now().toString(36)}`;
  process.env.DIALECTIC_TEST_TEMPLATE = name;
  return async () => {
    forgetUser();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  };
}
