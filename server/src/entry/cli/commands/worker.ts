import type { Command } from "commander";
import { AppError } from "#platform";
import { addCommand } from "../add-command.ts";
import { openApp } from "../connect/open-app.ts";
import { untilStopped, untilStoppedOrLost } from "../run/until-stopped.ts";
import type { Start } from "../start-command.ts";

export function workerCommand(program: Command, start: Start): void {
  addCommand(
    program,
    "worker",
    "Does jobs of the database in DATABASE_URL until it is stopped; start as many as you like.",
  ).action(
    start(
      {},
      async (cli) => {
        if (!cli.config.databaseUrl) throw noServer();
        const stopped = untilStopped();
        const app = await openApp(cli);
        try {
          const { refused } = await (await cli.doors.worker()).startWork({ app });
          if (cli.json) cli.print({ pid: process.pid, engine: app.database.engine }, () => "");
          else cli.say("Working on the database server. Ctrl-C stops it.");
          await untilStoppedOrLost(cli, { app, stopped, refused });
        } finally {
          await app.close();
        }
      },
      { isLongRunning: true },
    ),
  );
}

/** An embedded folder is one process's. A worker that took it would do its jobs and keep everybody else out. */
const noServer = () =>
  new AppError(
    "invalid_input",
    'A worker does jobs of a database server, and DATABASE_URL names none. A data folder needs no worker: "dialectic serve" and "dialectic run" do its jobs themselves.',
  );
