import type { KilledRun } from "../../server/test/faults/killed/killed-run.ts";

export type Course = {
  name: string;
  needsServer: boolean;
  open(): Promise<AsyncDisposable & { points: string[]; killAt(points: readonly string[]): Promise<KilledRun> }>;
};

/** Loaded when they run: what they stand on reads the address of the server from the environment as it is loaded. */
const alone = async (process: "brief" | "classic", models: string[]) =>
  (await import("../../server/test/faults/killed/killed-run.ts")).setupKilledRuns({ process, models });
const onServer = async (process: "brief" | "classic", models: string[]) =>
  (await import("../../server/test/faults/killed/killed-workers.ts")).setupKilledWorkers({ process, models });

const two = ["rehearsal/atlas", "priced/briar"];

export const courses: Course[] = [
  { name: "brief, one model, embedded", needsServer: false, open: () => alone("brief", ["priced/atlas"]) },
  { name: "classic, two models, embedded", needsServer: false, open: () => alone("classic", two) },
  {
    name: "brief, one model, two workers on a server",
    needsServer: true,
    open: () => onServer("brief", ["priced/atlas"]),
  },
  { name: "classic, two models, two workers on a server", needsServer: true, open: () => onServer("classic", two) },
];
