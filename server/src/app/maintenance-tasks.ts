import { deleteLiveText } from "#calls";
import { indexAllDue } from "#documents";
import { pruneEvents } from "#events";
import { indexAllExchanges } from "#exchanges";
import { collectExports } from "#exports";
import type { MaintenanceTask } from "#maintenance";
import { catchUp, type Embedder } from "#memory";
import type { Config, Database } from "#platform";
import { deleteOldKeys } from "#requests";
import { sweepHolds, sweepWaits } from "#wallet";

const minute = 60_000;
const hour = 60 * minute;
/** Far more events than occur between two reads of one reader. A hundred thousand events take a few dozen megabytes. */
const keptEvents = 100_000;

/**
 * Every maintenance task. To add one, write it in the module that owns its tables and list it here. Without `background`,
 * in a process that runs a single command and then exits, tasks that would delay the command are left out.
 */
export function maintenanceTasks(
  { config, database, embedder }: { config: Config; database: Database; embedder: Embedder | null },
  { background }: { background: boolean },
): MaintenanceTask[] {
  const sweepMs = Math.min(config.leaseMs / 3, 5_000);
  const tasks: MaintenanceTask[] = [
    { name: "book expired holds as lost", everyMs: sweepMs, run: () => sweepHolds(database) },
    { name: "resume jobs that have become affordable", everyMs: sweepMs, run: () => sweepWaits(database) },
    // Once a minute is enough. When this task ran in every sweep, it caused a third of the sweep's cost.
    { name: "delete old live text", everyMs: minute, run: () => deleteLiveText(database) },
    { name: "prune events", everyMs: hour, run: () => pruneEvents(database, { keepNewest: keptEvents }) },
    { name: "delete old request keys", everyMs: hour, run: () => deleteOldKeys(database) },
    { name: "delete exports that no row names", everyMs: hour, run: () => collectExports(database, { config }) },
  ];
  if (!background) return tasks;
  return [
    ...tasks,
    {
      name: "enqueue texts that have no vectors yet",
      everyMs: null,
      run: () => catchUp(database, { model: embedder?.model ?? null }),
    },
    // A search first indexes the pending texts. In a long-running process, this task has usually indexed them already.
    { name: "index texts written since the last run", everyMs: minute, run: () => indexAllDue(database, { embedder }) },
    {
      name: "index exchanges published since the last run",
      everyMs: minute,
      run: () => indexAllExchanges(database, { embedder }),
    },
  ];
}
