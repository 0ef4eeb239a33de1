import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/**
 * Gives the test run a user folder of its own and a name for its template database. The template is created by the first
 * test that needs it, and dropped at the end of the run.
 */
export function setup(): () => Promise<void> {
  // The data folders of tests must not be recorded in the developer's own user folder.
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
