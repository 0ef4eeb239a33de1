import type { App } from "#app";
import { pruneEvents } from "#events";
import { collectExports } from "#exports";
import type { AppError, Log } from "#platform";
import { forgetRequestKeys } from "#requests";

export type Work = {
  stop(): Promise<void>;
  /** Resolves when the database refuses this build of the program. */
  readonly refused: Promise<AppError>;
};

const housekeepingMs = 60 * 60 * 1000;
/** Far more than a reader misses between two looks; a few dozen megabytes. */
const keptEvents = 100_000;

/** Starts taking jobs. */
export async function startWork({
  app,
  log,
  background = true,
}: {
  app: Pick<App, "config" | "database" | "startWorker">;
  log: Log;
  /** False where the process ends with what it was started for: what nobody waits for is left to others. */
  background?: boolean;
}): Promise<Work> {
  const worker = await app.startWorker({ background });
  const housekeeping = setInterval(() => {
    keepHouse(app).catch((error: unknown) =>
      log.warn("Old events, keys and exports could not be forgotten; the next time will do.", { error }),
    );
  }, housekeepingMs);
  housekeeping.unref();
  return {
    refused: worker.refused,
    async stop() {
      clearInterval(housekeeping);
      await worker.stop();
    },
  };
}

async function keepHouse({ config, database }: Pick<App, "config" | "database">): Promise<void> {
  await pruneEvents(database, { keepNewest: keptEvents });
  await forgetRequestKeys(database);
  await collectExports(database, { config });
}
