import pg from "pg";

/** Names the template of this run's databases on the server, and drops it at the end; whoever needs it first makes it. */
export function setup(): () => Promise<void> {
  const url = process.env.DIALECTIC_TEST_DATABASE_URL;
  if (!url) return async () => undefined;
  const name = `dialectic_template_${process.pid}_${Date.now().toString(36)}`;
  process.env.DIALECTIC_TEST_TEMPLATE = name;
  return async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  };
}
