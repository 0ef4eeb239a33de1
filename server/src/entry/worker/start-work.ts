import type { App } from "#app";
import { forgetEvents } from "#events";
import type { Database, Log } from "#platform";
import { forgetRequestKeys } from "#requests";

export type Work = { stop(): Promise<void> };

const housekeepingMs = 60 * 60 * 1000;
/** Far more than a reader misses between two looks; a few dozen megabytes. */
const keptEvents = 100_000;

/** Starts taking jobs. */
export async function startWork({ app, log }: { app: Pick<App, "database" | "startWorker">; log: Log }): Promise<Work> {
  const worker = await app.startWorker();
  const housekeeping = setInterval(() => {
    keepHouse(app.database).catch((error: unknown) =>
      log.warn("Old events and keys could not be forgotten; the next time will do.", { error }),
    );
  }, housekeepingMs);
  housekeeping.unref();
  return {
    async stop() {
      clearInterval(housekeeping);
      await worker.stop();
    },
  };
}

async function keepHouse(database: Database): Promise<void> {
  await forgetEvents(database, { keepNewest: keptEvents });
  await forgetRequestKeys(database);
}
