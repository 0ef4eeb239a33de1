import type { Command } from "commander";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { openApp } from "../../connect/open-app.ts";
import { untilStopped, untilStoppedOrLost } from "../../run/until-stopped.ts";
import type { Start } from "../../start-command.ts";

export function workerCommand(program: Command, start: Start): void {
  addCommand(
    program,
    "worker",
    "Runs jobs from the database in DATABASE_URL until it is stopped. Start as many workers as you like.",
  ).action(
    start(
      {},
      async (cli) => {
        if (!cli.config.databaseUrl) throw noServer();
        const stopped = untilStopped();
        const app = await openApp(cli);
        try {
          const { refused } = await (await cli.entryPoints.worker()).startWork({ app });
          if (cli.json) cli.print({ pid: process.pid, engine: app.database.engine }, () => "");
          else cli.say("The worker is running. Press Ctrl-C to stop.");
          await untilStoppedOrLost(cli, { app, stopped, refused });
        } finally {
          await app.close();
        }
      },
      { isLongRunning: true },
    ),
  );
}

/**
 * Only one process can open the folder of an embedded database, so a worker that opened it would lock out all other
 * commands.
 */
const noServer = () =>
  new AppError(
    "invalid_input",
    'A worker needs a database server, but DATABASE_URL is not set. A data folder needs no worker: "dialectic serve" and "dialectic run" run its jobs themselves.',
  );
