import type { Command } from "commander";
import { createDatabase, createPostgresEngine, type Database, migrate } from "#platform";
import { addCommand } from "../add-command.ts";
import type { Cli } from "../cli.ts";
import { openApp } from "../open-app.ts";
import type { Start } from "../start-command.ts";

export function migrateCommand(program: Command, start: Start): void {
  addCommand(
    program,
    "migrate",
    "Brings the database in DATABASE_URL up to date (an embedded one does so by itself).",
  ).action(
    start({}, async (cli) => {
      const applied = cli.config.databaseUrl ? await migrateServer(cli.config.databaseUrl) : await openOnce(cli);
      cli.print({ applied }, () =>
        applied.length === 0
          ? "The database is up to date."
          : `Applied:\n${applied.map((name) => `  ${name}`).join("\n")}`,
      );
    }),
  );
}

async function migrateServer(url: string): Promise<string[]> {
  const database: Database = createDatabase(createPostgresEngine(url));
  try {
    const applied = await migrate(database);
    return applied.map((one) => `${String(one.number).padStart(4, "0")}_${one.name}`);
  } finally {
    await database.close();
  }
}

/** Opening an embedded database migrates it. */
async function openOnce(cli: Cli): Promise<string[]> {
  const app = await openApp(cli);
  await app.close();
  return [];
}
