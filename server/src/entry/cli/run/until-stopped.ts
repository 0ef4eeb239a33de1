import type { App } from "#app";
import type { AppError } from "#platform";
import type { Cli } from "../cli.ts";

export type Stopped = Promise<NodeJS.Signals>;

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process immediately. */
export function untilStopped(): Stopped {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (signal: NodeJS.Signals) => {
      if (isStopping) process.exit(signal === "SIGINT" ? 130 : 143);
      isStopping = true;
      resolve(signal);
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}

/** Waits until a long-running command is stopped. Throws if the database is lost. */
export async function untilStoppedOrLost(
  cli: Pick<Cli, "say">,
  { app, stopped, refused }: { app: Pick<App, "database">; stopped: Stopped; refused?: Promise<AppError> | undefined },
): Promise<void> {
  const end = await Promise.race<NodeJS.Signals | AppError>([
    stopped,
    app.database.lost,
    ...(refused ? [refused] : []),
  ]);
  if (typeof end !== "string") throw end;
  cli.say("Stopping…");
}
