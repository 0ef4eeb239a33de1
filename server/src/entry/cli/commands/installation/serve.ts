import type { Command } from "commander";
import { z } from "zod";
import { findSecret } from "#access";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { heldError, holderOf } from "../../connect/folder-holder.ts";
import { openApp } from "../../connect/open-app.ts";
import { explain } from "../../output/explain.ts";
import { untilStopped, untilStoppedOrLost } from "../../run/until-stopped.ts";
import type { Start } from "../../start-command.ts";

type Options = { port?: number | undefined; worker: boolean; web: boolean };

export function serveCommand(program: Command, start: Start): void {
  addCommand(program, "serve", "Starts the server, the worker and the web app, and prints the address.", {
    isDefault: true,
  })
    .option("--port <n>", "port (default: DIALECTIC_PORT, else 4317; 0: any free port)")
    .option("--no-worker", "do not run jobs in this process")
    .option("--no-web", "do not serve the web app")
    .action(
      start(
        {
          port: z.coerce.number().int().min(0).max(65_535).optional(),
          worker: z.boolean().default(true),
          web: z.boolean().default(true),
        },
        serve,
        { isLongRunning: true },
      ),
    );
}

/** Binds the port before it opens the data, so that nothing has been created if the port or the folder is in use. */
async function serve(cli: Cli, options: Options): Promise<void> {
  const holder = holderOf(cli.config);
  if (holder) throw heldError(cli.config, holder);
  const http = await cli.entryPoints.http();
  const listener = await http.listen(options.port ?? cli.config.port);
  const stopped = untilStopped();
  const { starting } = listener;
  const app = await openApp(cli, starting.tell).catch(async (error: unknown) => {
    const { code, sentence } = explain(error);
    await starting.fail({ code, sentence, secret: findSecret(cli.config.dataDir) });
    listener.server.close();
    throw error;
  });
  try {
    const serving = http.serve({ app, listener, log: cli.log, web: options.web, say: cli.say });
    const work = options.worker ? await (await cli.entryPoints.worker()).startWork({ app }) : undefined;
    if (cli.json) cli.print({ url: serving.openUrl, port: serving.port, pid: process.pid }, () => "");
    else
      cli.say(`Dialectic is running at ${serving.openUrl}\nData folder: ${cli.config.dataDir}. Press Ctrl-C to stop.`);
    await untilStoppedOrLost(cli, { app, stopped, refused: work?.refused });
    await serving.close();
  } finally {
    await app.close();
  }
}
