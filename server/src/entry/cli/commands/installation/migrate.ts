import type { Command } from "commander";
import { createDatabase, createPostgresEngine, type Database, migrate } from "#platform";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { openApp } from "../../connect/open-app.ts";
import type { Start } from "../../start-command.ts";

export function migrateCommand(program: Command, start: Start): void {
  addCommand(
    program,
    "migrate",
    "Creates the tables in the database that DATABASE_URL names. An embedded database creates its own tables.",
  ).action(
    start({}, async (cli) => {
      const isNew = cli.config.databaseUrl ? await migrateServer(cli.config.databaseUrl) : await openOnce(cli);
      cli.print({ applied: isNew ? ["schema"] : [] }, () =>
        isNew ? "The tables are created. The database is ready." : "The database is up to date.",
      );
    }),
  );
}

async function migrateServer(url: string): Promise<boolean> {
  const database: Database = createDatabase(createPostgresEngine(url));
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}

/** Opening an embedded database creates it if it does not exist. */
async function openOnce(cli: Cli): Promise<boolean> {
  const app = await openApp(cli);
  await app.close();
  return false;
}
