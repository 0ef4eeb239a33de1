import type { App } from "#app";
import type { Worker } from "#jobs";

/** Starts a worker and the maintenance tasks; `app.close` stops both. */
export async function startWork({
  app,
  background = true,
}: {
  app: Pick<App, "startWorker" | "startMaintenance">;
  /** False if the process ends with its command: work that no user waits for is left to other processes. */
  background?: boolean;
}): Promise<Pick<Worker, "refused">> {
  const worker = await app.startWorker({ background });
  app.startMaintenance({ background });
  return worker;
}
