import type { Command } from "commander";
import { addCommand } from "../add-command.ts";
import { openApp } from "../open-app.ts";
import type { Start } from "../start-command.ts";
import { untilStopped, untilStoppedOrLost } from "../until-stopped.ts";

export function workerCommand(program: Command, start: Start): void {
  addCommand(
    program,
    "worker",
    "Does jobs of the database in DATABASE_URL until it is stopped; start as many as you like.",
  ).action(
    start(
      {},
      async (cli) => {
        const stopped = untilStopped();
        const app = await openApp(cli);
        try {
          await (await cli.doors.worker()).startWork({ app, log: cli.log });
          const where = app.database.engine === "postgres" ? "the database server" : cli.config.dataDir;
          if (cli.json) cli.print({ pid: process.pid, engine: app.database.engine }, () => "");
          else cli.say(`Working on ${where}. Ctrl-C stops it.`);
          await untilStoppedOrLost(cli, { app, stopped });
        } finally {
          await app.close();
        }
      },
      { isLongRunning: true },
    ),
  );
}
